/** A new password, with the current one. */
import { isRefusal } from "@formwork/client/FormworkError"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { Form } from "react-aria-components/Form"
import { api } from "../../../api/api.ts"
import { useMe } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import styles from "./Account.module.css"

export const ChangePassword = () => {
  const { account } = useMessages()
  const { user } = useMe()
  const words = account.password
  const [currentPassword, setCurrent] = useState("")
  const [newPassword, setNew] = useState("")
  const change = useMutation({
    mutationFn: () => api.me.changePassword({ body: { currentPassword, newPassword } }),
    onSuccess: () => {
      setCurrent("")
      setNew("")
    }
  })
  const isWrong = isRefusal(change.error, "PASSWORD_WRONG")
  return (
    <Form
      className={styles.form ?? ""}
      onSubmit={(event) => {
        event.preventDefault()
        change.mutate()
      }}
    >
      {change.isSuccess && <Notice tone="ok">{words.changed}</Notice>}
      <Refused error={isWrong ? null : change.error} />
      <input type="hidden" name="username" autoComplete="username" value={user?.email ?? ""} readOnly />
      <TextField
        label={words.current}
        type="password"
        autoComplete="current-password"
        isRequired
        value={currentPassword}
        onChange={setCurrent}
        problem={isWrong ? words.wrong : ""}
      />
      <TextField
        label={words.new}
        type="password"
        autoComplete="new-password"
        isRequired
        minLength={12}
        maxLength={200}
        description={words.newWhy}
        value={newPassword}
        onChange={setNew}
      />
      <Button type="submit" isPending={change.isPending}>
        {words.submit}
      </Button>
    </Form>
  )
}

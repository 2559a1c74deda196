/** Over the page while a call waits for the person's password. */
import { isRefusal } from "@formwork/client/FormworkError"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { Form } from "react-aria-components/Form"
import { api } from "../../api/api.ts"
import { confirmation } from "../../api/confirmation.ts"
import type { Answer } from "../../api/confirmation.ts"
import { useMe } from "../../api/me.ts"
import { useValue } from "../../api/value.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { Button } from "../../parts/Button.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Refused } from "../../parts/Refused.tsx"
import { TextField } from "../../parts/TextField.tsx"
import styles from "../signIn/SignIn.module.css"

const Question = ({ answer }: { readonly answer: Answer }) => {
  const { common, signIn } = useMessages()
  const { user } = useMe()
  const [password, setPassword] = useState("")
  const confirm = useMutation({
    mutationFn: () => api.sessions.confirm({ body: { password } }),
    onSuccess: () => answer(true)
  })
  const isWrong = isRefusal(confirm.error, "PASSWORD_WRONG")
  return (
    <Dialog title={signIn.again.title} isOpen onClose={() => answer(false)}>
      <p>{signIn.again.explanation}</p>
      <Form
        className={styles.form ?? ""}
        onSubmit={(event) => {
          event.preventDefault()
          confirm.mutate()
        }}
      >
        {!isWrong && <Refused error={confirm.error} />}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <TextField
          label={signIn.password}
          type="password"
          autoComplete="current-password"
          isRequired
          autoFocus
          value={password}
          onChange={setPassword}
          problem={isWrong ? signIn.again.wrong : ""}
        />
        <Button type="submit" look="primary" isPending={confirm.isPending}>
          {signIn.again.submit}
        </Button>
        <Button look="plain" onPress={() => answer(false)}>
          {common.cancel}
        </Button>
      </Form>
    </Dialog>
  )
}

export const ConfirmAgain = () => {
  const answer = useValue(confirmation)
  return answer === undefined ? null : <Question answer={answer} />
}

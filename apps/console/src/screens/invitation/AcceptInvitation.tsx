/** A person sets their password by the link that they were sent, and is signed in. */
import { FormworkError } from "@formwork/client/FormworkError"
import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useRef, useState } from "react"
import { Form } from "react-aria-components/Form"
import { api } from "../../api/api.ts"
import { queries } from "../../api/queries.ts"
import { signIn } from "../../api/session.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { Button } from "../../parts/Button.tsx"
import { Notice } from "../../parts/Notice.tsx"
import { Refused } from "../../parts/Refused.tsx"
import { TextField } from "../../parts/TextField.tsx"
import styles from "./Invitation.module.css"

/** What is wrong with the password itself stands at its control. */
const problemAt = (error: unknown): string => {
  if (!(error instanceof FormworkError) || !("problems" in error.problem)) return ""
  return error.problem.problems?.map(({ message }) => message).join(" ") ?? ""
}

/** A link of which a part is missing is no good, whatever the password. The server has a prefix of its own before the letters and digits. */
const isWhole = (token: string): boolean => /_[0-9A-Za-z]{93}$/u.test(token)

/** An invitation is used once: where the sign-in after it fails, a second attempt signs in with the password that was set. */
const useAccept = (token: string) => {
  const navigate = useNavigate()
  const accepted = useRef<Parameters<typeof signIn>>(undefined)
  return useMutation({
    mutationFn: async (password: string) => {
      if (accepted.current === undefined) {
        const { organisation, user } = (await api.invitations.accept({ body: { token, password } })).body
        accepted.current = [user.email, password, organisation.id]
      }
      await signIn(...accepted.current)
    },
    onSuccess: () => {
      queries.clear()
      return navigate({ to: "/" })
    }
  })
}

export const AcceptInvitation = ({ token }: { readonly token: string }) => {
  const { invitation: words } = useMessages()
  const [password, setPassword] = useState("")
  const accept = useAccept(token)
  const { error } = accept
  const isUnusable = !isWhole(token) || (error instanceof FormworkError && error.status === 401)
  const problem = problemAt(error)
  if (isUnusable)
    return (
      <Notice tone="warning" title={words.unusable}>
        {words.unusableWhy}
      </Notice>
    )
  return (
    <Form
      className={styles.form ?? ""}
      onSubmit={(event) => {
        event.preventDefault()
        accept.mutate(password)
      }}
    >
      <p>{words.description}</p>
      {problem === "" && <Refused error={error} />}
      <TextField
        label={words.password}
        description={words.passwordWhy}
        type="password"
        autoComplete="new-password"
        isRequired
        autoFocus
        minLength={12}
        maxLength={200}
        value={password}
        onChange={setPassword}
        problem={problem}
      />
      <Button look="primary" type="submit" isPending={accept.isPending}>
        {words.submit}
      </Button>
    </Form>
  )
}

/** Address and password. A password manager fills it, and pasting works. */
import { FormworkError, isRefusal } from "@formwork/client/FormworkError"
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { Form } from "react-aria-components/Form"
import { signIn } from "../../api/session.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { Button } from "../../parts/Button.tsx"
import { Notice } from "../../parts/Notice.tsx"
import { Refused } from "../../parts/Refused.tsx"
import { TextField } from "../../parts/TextField.tsx"
import { OrganisationChoice } from "./OrganisationChoice.tsx"
import styles from "./SignIn.module.css"

/** What a sign-in that failed means. At the door a 401 is about the password. */
const SignInRefused = ({ error }: { readonly error: unknown }) => {
  const { signIn: words } = useMessages()
  const isWrong = error instanceof FormworkError && error.status === 401
  return isWrong ? <Notice tone="error">{words.wrong}</Notice> : <Refused error={error} />
}

interface SignInFormProps {
  /** The address of the person whose session has ended; undefined at the door. */
  readonly email?: string
  /** The organisation that the page behind shows; it has to stay the same. */
  readonly organisation?: string
  readonly onSignedIn: () => void
}

export const SignInForm = ({ email: known = "", onSignedIn, organisation }: SignInFormProps) => {
  const { signIn: words } = useMessages()
  const [email, setEmail] = useState(known)
  const [password, setPassword] = useState("")
  const submit = useMutation({
    mutationFn: (chosen: string | undefined) => signIn(email, password, chosen),
    onSuccess: onSignedIn
  })
  if (isRefusal(submit.error, "ORGANISATION_REQUIRED"))
    return (
      <OrganisationChoice
        organisations={submit.error.problem.organisations}
        onChoose={(chosen) => submit.mutate(chosen)}
        onBack={() => submit.reset()}
      />
    )
  return (
    <Form
      className={styles.form ?? ""}
      onSubmit={(event) => {
        event.preventDefault()
        submit.mutate(organisation)
      }}
    >
      <SignInRefused error={submit.error} />
      <TextField
        label={words.email}
        name="email"
        type="email"
        autoComplete="username"
        isRequired
        autoFocus={known === ""}
        value={email}
        onChange={setEmail}
      />
      <TextField
        label={words.password}
        name="password"
        type="password"
        autoComplete="current-password"
        isRequired
        autoFocus={known !== ""}
        value={password}
        onChange={setPassword}
      />
      <Button look="primary" type="submit" isPending={submit.isPending}>
        {submit.isPending ? words.submitting : words.submit}
      </Button>
    </Form>
  )
}

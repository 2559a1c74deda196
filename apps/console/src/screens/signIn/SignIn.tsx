/** The door. */
import { useNavigate, useRouter } from "@tanstack/react-router"
import { queries } from "../../api/queries.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { Mark } from "../../parts/Mark.tsx"
import { Notice } from "../../parts/Notice.tsx"
import { LanguageSwitch } from "./LanguageSwitch.tsx"
import { SignInForm } from "./SignInForm.tsx"
import styles from "./SignIn.module.css"

export const SignIn = ({ to }: { readonly to: string }) => {
  const { signIn: words } = useMessages()
  const navigate = useNavigate()
  const router = useRouter()
  const enter = async () => {
    queries.clear()
    await router.invalidate()
    // Back leads to where the person was before, and not to the door.
    await navigate({ to, replace: true })
  }
  return (
    <main className={styles.screen}>
      <title>{`${words.title} · Formwork`}</title>
      <div className={styles.card}>
        <Mark />
        <h1 className={styles.title}>{words.title}</h1>
        {!window.isSecureContext && <Notice tone="warning">{words.plain}</Notice>}
        <SignInForm onSignedIn={() => void enter()} />
      </div>
      <LanguageSwitch />
      <p className={styles.note}>{words.noOrganisation}</p>
    </main>
  )
}

/** Where the link of an invitation leads. Its token stands in the fragment, which no server sees, and goes from the address at once. */
import { useEffect, useState } from "react"
import { useMessages } from "../../messages/useMessages.ts"
import { ButtonLink } from "../../parts/ButtonLink.tsx"
import { Mark } from "../../parts/Mark.tsx"
import { Notice } from "../../parts/Notice.tsx"
import { LanguageSwitch } from "../signIn/LanguageSwitch.tsx"
import { AcceptInvitation } from "./AcceptInvitation.tsx"
import styles from "./Invitation.module.css"

export const Invitation = () => {
  const { invitation: words } = useMessages()
  const [token] = useState(() => location.hash.slice(1))
  useEffect(() => {
    // Neither the history nor a look over the shoulder has it.
    history.replaceState(history.state, "", location.pathname)
  }, [])
  return (
    <main className={styles.screen}>
      <title>{`${words.title} · Formwork`}</title>
      <div className={styles.card}>
        <Mark />
        <h1 className={styles.title}>{words.title}</h1>
        {token === "" ? (
          <Notice tone="warning" title={words.missing}>
            {words.missingWhy}
          </Notice>
        ) : (
          <AcceptInvitation token={token} />
        )}
        <ButtonLink look="plain" to="/signin" search={{ to: "/" }}>
          {words.toSignIn}
        </ButtonLink>
      </div>
      <LanguageSwitch />
    </main>
  )
}

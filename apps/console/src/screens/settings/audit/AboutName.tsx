/** What a line of the audit log is about, by name; a link to its page, where it has one. */
import type { AuditEvent } from "@formwork/client/contract"
import { Link } from "@tanstack/react-router"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import styles from "./audit.module.css"

type About = NonNullable<AuditEvent["about"]>

const Linked = ({ about: { id, kind, name } }: { readonly about: About }) => {
  const shown = <Foreign text={name} isName />
  switch (kind) {
    case "user":
      return (
        <Link to="/settings/people/$userId" params={{ userId: id }}>
          {shown}
        </Link>
      )
    case "key":
      return (
        <Link to="/settings/keys/$keyId" params={{ keyId: id }}>
          {shown}
        </Link>
      )
    case "form":
      return (
        <Link to="/forms/$formId" params={{ formId: id }}>
          {shown}
        </Link>
      )
    case "folder":
      return (
        <Link to="/forms" search={{ folder: id }}>
          {shown}
        </Link>
      )
    case "submission":
      return (
        <Link to="/submissions/$submissionId" params={{ submissionId: id }}>
          {shown}
        </Link>
      )
  }
}

export const AboutName = ({ about }: { readonly about: About }) => {
  const { list } = useMessages().forms
  return (
    <span className={styles.action}>
      <span className={styles.about}>
        <Linked about={about} />
      </span>
      {about.version !== undefined && <span className={styles.detail}>{list.version({ number: about.version })}</span>}
    </span>
  )
}

/** All that one line of the audit log has, and what else belongs to it. */
import type { AuditEvent } from "@formwork/client/contract"
import { Link } from "@tanstack/react-router"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Dialog } from "../../../parts/Dialog.tsx"
import { Facts } from "../../../parts/Facts.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { moment } from "../../../time/dates.ts"
import { ActorName } from "../keys/ActorName.tsx"
import { AboutName } from "./AboutName.tsx"
import type { AuditSearch } from "./auditSearch.ts"
import styles from "./audit.module.css"
import { detailOf } from "./detailOf.ts"

interface LineProps {
  readonly line: AuditEvent
  readonly onClose: () => void
}

/** The searches that a line leads to. */
const leadsOf = ({ credential, requestId, subject, userId }: AuditEvent) =>
  [
    { name: "request", search: requestId === null ? undefined : { request: requestId } },
    { name: "subject", search: subject === null ? undefined : { subject } },
    { name: "credential", search: credential === null ? undefined : { credential: credential.id } },
    { name: "user", search: userId === null ? undefined : { user: userId } }
  ] as const satisfies ReadonlyArray<{ readonly name: string; readonly search: AuditSearch | undefined }>

const useFacts = (line: AuditEvent) => {
  const messages = useMessages()
  const { audit, common } = messages
  const words = audit.line
  const { about, action, address, at, by, credential, person, requestId, subject, times } = line
  const detail = detailOf(messages, line)
  const code = (text: string) => (
    <code>
      <Foreign text={text} />
    </code>
  )
  return [
    { label: words.when, value: moment(common.language, at) },
    { label: words.action, value: audit.actions[action] },
    ...(detail === null ? [] : [{ label: words.detail, value: <Foreign text={detail} /> }]),
    ...(times > 1 ? [{ label: words.times, value: times }] : []),
    ...(by === null ? [] : [{ label: words.by, value: <ActorName actor={by} /> }]),
    ...(person === null || person.id === by?.id ? [] : [{ label: words.person, value: <ActorName actor={person} /> }]),
    ...(about === null ? [] : [{ label: words.about, value: <AboutName about={about} /> }]),
    ...(subject === null ? [] : [{ label: words.subject, value: code(subject) }]),
    ...(credential === null
      ? []
      : [
          {
            label: words.credential,
            value: (
              <>
                {words.kinds[credential.kind]} {code(credential.id)}
              </>
            )
          }
        ]),
    ...(address === null ? [] : [{ label: words.address, value: code(address) }]),
    ...(requestId === null ? [] : [{ label: words.request, value: code(requestId) }])
  ]
}

export const AuditLine = ({ line, onClose }: LineProps) => {
  const { audit, common } = useMessages()
  const facts = useFacts(line)
  return (
    <Dialog
      title={audit.line.title}
      isOpen
      onClose={onClose}
      size="wide"
      actions={<Button onPress={onClose}>{common.close}</Button>}
    >
      <Facts facts={facts} />
      <ul className={styles.leads}>
        {leadsOf(line).flatMap(({ name, search }) =>
          search === undefined
            ? []
            : [
                <li key={name}>
                  <Link to="/settings/audit" search={search} onClick={onClose}>
                    {audit.line.allOf[name]}
                  </Link>
                </li>
              ]
        )}
      </ul>
    </Dialog>
  )
}

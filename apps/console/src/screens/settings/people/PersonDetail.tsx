/** One person: their role and what it lets them do, the keys that end with them, and what they did. */
import type { ListedUser } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { keysQuery } from "../../../api/keys.ts"
import { useMay } from "../../../api/me.ts"
import { personQuery, rolesQuery } from "../../../api/people.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Facts } from "../../../parts/Facts.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Queried } from "../../../parts/States.tsx"
import { When } from "../../../parts/When.tsx"
import { moment } from "../../../time/dates.ts"
import { AuditOf } from "../audit/AuditOf.tsx"
import { KeyTable } from "../keys/KeyTable.tsx"
import { InvitationFact } from "./InvitationFact.tsx"
import { KeysAbove } from "./KeysAbove.tsx"
import { PersonActions } from "./PersonActions.tsx"
import { Unchangeable } from "./Unchangeable.tsx"
import styles from "./people.module.css"

interface PersonProps {
  readonly person: ListedUser
}

const PersonFacts = ({ person }: PersonProps) => {
  const { createdAt, email, lastSeenAt, role } = person
  const { common, people, privileges } = useMessages()
  const roles = useQuery(rolesQuery)
  const held = roles.data?.find((one) => one.role === role)?.privileges
  return (
    <Facts
      facts={[
        { label: people.one.email, value: <Foreign text={email} /> },
        { label: people.one.role, value: <Link to="/settings/roles">{people.roles[role]}</Link> },
        ...(held === undefined ? [] : [{ label: people.one.may, value: privileges.whole({ held }) }]),
        { label: people.one.since, value: moment(common.language, createdAt) },
        { label: people.one.seen, value: lastSeenAt === null ? common.never : <When at={lastSeenAt} /> },
        { label: people.invitation.label, value: <InvitationFact person={person} /> }
      ]}
    />
  )
}

const Keys = ({ person }: PersonProps) => {
  const words = useMessages().people.one
  const keys = useQuery(keysQuery)
  return (
    <Queried query={keys} lines={3}>
      {(all) => {
        const made = all.filter(({ createdBy }) => createdBy === person.id)
        if (made.length === 0) return <p className={styles.quiet}>{words.noKeys}</p>
        return <KeyTable label={words.keys} items={made} />
      }}
    </Queried>
  )
}

interface ContentProps extends PersonProps {
  readonly keysAbove: number
  readonly onRevoked: () => void
}

const Content = ({ keysAbove, onRevoked, person }: ContentProps) => {
  const words = useMessages().people.one
  const mayReadKeys = useMay("apikey:read")
  return (
    <>
      {person.deactivatedAt !== null && (
        <Notice tone="info" title={words.deactivated}>
          <p>
            {words.deactivatedWhy} <When at={person.deactivatedAt} />. {words.ended}
          </p>
        </Notice>
      )}
      <Unchangeable person={person} />
      {keysAbove > 0 && <KeysAbove person={person} count={keysAbove} onRevoked={onRevoked} />}
      <PersonFacts person={person} />
      <Section title={words.keys} description={words.keysWhy}>
        {mayReadKeys ? <Keys person={person} /> : <p className={styles.quiet}>{words.needsKeys}</p>}
      </Section>
      <AuditOf subject={person.id} by={{ user: person.id }} words={words.audit} />
    </>
  )
}

export const PersonDetail = ({ userId }: { readonly userId: string }) => {
  const { people } = useMessages()
  const query = useQuery(personQuery(userId))
  // Of the change of role that was just made: the server says it in that answer alone.
  const [keysAbove, setKeysAbove] = useState(0)
  const person = query.data
  return (
    <Page
      title={person?.name ?? people.one.title}
      heading={person === undefined ? people.one.title : <Foreign text={person.name} isName />}
      trail={<Link to="/settings/people">{people.title}</Link>}
      actions={person !== undefined && <PersonActions person={person} onChanged={setKeysAbove} />}
    >
      <Queried query={query}>
        {(found) => <Content person={found} keysAbove={keysAbove} onRevoked={() => setKeysAbove(0)} />}
      </Queried>
    </Page>
  )
}

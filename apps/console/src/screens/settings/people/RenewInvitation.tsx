/** Another invitation for a person who lost theirs, or forgot their password. */
import type { User } from "@formwork/client/contract"
import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { api } from "../../../api/api.ts"
import { forgetPeople, personQuery } from "../../../api/people.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Queried } from "../../../parts/States.tsx"
import { InvitationPage } from "./InvitationPage.tsx"
import { sentInvitation } from "./sentInvitation.ts"
import type { SentInvitation } from "./sentInvitation.ts"
import { Unchangeable } from "./Unchangeable.tsx"
import { useLacking } from "./useLacking.ts"
import styles from "./people.module.css"

interface RenewProps {
  readonly person: User
  readonly onSent: (sent: SentInvitation) => void
}

const Renew = ({ onSent, person }: RenewProps) => {
  const { common, people } = useMessages()
  const lacking = useLacking(person)
  const renew = useMutation({
    // It resolves without a value: the query client keeps the result of a mutation, and must not keep a link.
    mutationFn: async (): Promise<void> => {
      const { body } = await api.invitations.renew({ userId: person.id })
      onSent(sentInvitation(body, `${location.origin}/console`))
      await forgetPeople()
    },
    gcTime: 0
  })
  return (
    <>
      <Refused error={renew.error} />
      <Unchangeable person={person} />
      <p>
        <Foreign text={people.renew.why({ name: person.name })} />
      </p>
      <div className={styles.actions}>
        <Button
          look="primary"
          isPending={renew.isPending}
          isDisabled={lacking === undefined || lacking.length > 0}
          onPress={() => renew.mutate()}
        >
          {people.renew.submit}
        </Button>
        <ButtonLink to="/settings/people/$userId" params={{ userId: person.id }}>
          {common.cancel}
        </ButtonLink>
      </div>
    </>
  )
}

export const RenewInvitation = ({ userId }: { readonly userId: string }) => {
  const { people } = useMessages()
  const query = useQuery(personQuery(userId))
  const [sent, setSent] = useState<SentInvitation | undefined>()
  if (sent !== undefined) return <InvitationPage sent={sent} onAgain={() => setSent(undefined)} />
  return (
    <Page
      title={people.renew.title}
      width="text"
      trail={
        <>
          <Link to="/settings/people">{people.title}</Link>
          {query.data !== undefined && (
            <Link to="/settings/people/$userId" params={{ userId }}>
              <Foreign text={query.data.name} isName />
            </Link>
          )}
        </>
      }
    >
      <Queried query={query} lines={3}>
        {(person) => <Renew person={person} onSent={setSent} />}
      </Queried>
    </Page>
  )
}

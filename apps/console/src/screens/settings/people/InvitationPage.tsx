/** An invitation that was just made: where it went, or its link, which is shown this once. */
import { useNavigate } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { CopyButton } from "../../../parts/CopyButton.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Section } from "../../../parts/Section.tsx"
import { moment } from "../../../time/dates.ts"
import { OnceInput } from "../once/OnceInput.tsx"
import { Stored } from "../once/Stored.tsx"
import type { HeldToken } from "../once/heldToken.ts"
import shown from "../once/once.module.css"
import type { SentInvitation } from "./sentInvitation.ts"
import styles from "./people.module.css"

interface InvitationProps {
  readonly sent: SentInvitation
}

interface PageProps extends InvitationProps {
  /** Goes to where another invitation is sent. */
  readonly onAgain: () => void
}

const Until = ({ sent }: InvitationProps) => {
  const { common, people } = useMessages()
  return (
    <p>
      {people.sent.until} <time dateTime={sent.expiresAt}>{moment(common.language, sent.expiresAt)}</time>.
    </p>
  )
}

const Shown = ({ held, sent }: InvitationProps & { readonly held: HeldToken }) => {
  const words = useMessages().people.sent
  const navigate = useNavigate()
  const leave = () => void navigate({ to: "/settings/people/$userId", params: { userId: sent.user.id } })
  return (
    <>
      <Notice tone="warning">{words.once}</Notice>
      <Section title={words.link} description={<Foreign text={words.bring({ name: sent.user.name })} />}>
        <div className={shown.once}>
          <OnceInput held={held} label={words.link} />
          <CopyButton look="primary" label={words.copy} text={held.token} />
        </div>
        <Until sent={sent} />
      </Section>
      <Stored held={held} words={words} onLeave={leave} />
    </>
  )
}

const Went = ({
  again,
  children,
  sent
}: InvitationProps & { readonly again?: ReactNode; readonly children: ReactNode }) => {
  const { user } = sent
  const words = useMessages().people.sent
  return (
    <>
      {children}
      <div className={styles.actions}>
        {again}
        <ButtonLink to="/settings/people/$userId" params={{ userId: user.id }} look="primary">
          {words.toPerson}
        </ButtonLink>
      </div>
    </>
  )
}

const NotSent = ({ onAgain, sent }: PageProps) => {
  const words = useMessages().people.sent
  return (
    <Went sent={sent} again={<Button onPress={onAgain}>{words.again}</Button>}>
      <Notice tone="error" title={words.notSent}>
        <p>
          <Foreign text={sent.reason ?? ""} />
        </p>
        <p>{words.notSentWhy}</p>
      </Notice>
    </Went>
  )
}

export const InvitationPage = ({ onAgain, sent }: PageProps) => {
  const words = useMessages().people.sent
  const { delivery, held, user } = sent
  const title = words.title({ name: user.name })
  return (
    <Page
      title={title}
      heading={<Foreign text={title} isName />}
      width="text"
      description={<Foreign text={user.email} />}
    >
      {held !== undefined && <Shown sent={sent} held={held} />}
      {held === undefined && delivery === "nobody" && <NotSent sent={sent} onAgain={onAgain} />}
      {held === undefined && delivery !== "nobody" && (
        <Went sent={sent}>
          <Notice tone="ok" title={words.byMail({ email: user.email })}>
            <Until sent={sent} />
          </Notice>
        </Went>
      )}
    </Page>
  )
}

/** Settings, People, a new one: who they are and their role; then their invitation. */
import type { Role } from "@formwork/client/contract"
import { useMutation, useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { Form } from "react-aria-components/Form"
import { api } from "../../../api/api.ts"
import { forgetPeople, rolesQuery } from "../../../api/people.ts"
import { problemAt } from "../../../api/refusal.ts"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Queried } from "../../../parts/States.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { useFirstProblem } from "../../../parts/useFirstProblem.ts"
import { InvitationPage } from "./InvitationPage.tsx"
import { RoleChoice } from "./RoleChoice.tsx"
import { sentInvitation } from "./sentInvitation.ts"
import type { SentInvitation } from "./sentInvitation.ts"
import styles from "./people.module.css"

interface Draft {
  readonly name: string
  readonly email: string
  readonly role: Role
}

/** The first control that keeps the draft from being sent. */
const lackingIn = ({ email, name }: Draft): "name" | "email" | undefined => {
  if (name.trim() === "") return "name"
  return /^[^\s@]+@[^\s@]+$/u.test(email.trim()) ? undefined : "email"
}

const useInvite = (onSent: (sent: SentInvitation) => void) =>
  useMutation({
    // It resolves without a value: the query client keeps the result of a mutation, and must not keep a link.
    mutationFn: async ({ email, name, role }: Draft): Promise<void> => {
      const { body } = await api.invitations.invite({ body: { email: email.trim(), name: name.trim(), role } })
      onSent(sentInvitation(body, `${location.origin}/console`))
      await forgetPeople()
    },
    gcTime: 0
  })

const InviteForm = ({ onSent }: { readonly onSent: (sent: SentInvitation) => void }) => {
  const { common, people } = useMessages()
  const words = people.new
  const [draft, setDraft] = useState<Draft>({ name: "", email: "", role: "viewer" })
  const [lacks, setLacks] = useState<"name" | "email" | undefined>()
  const roles = useQuery(rolesQuery)
  const invite = useInvite(onSent)
  const mayWrite = useMay("user:write")
  const { form, showProblems } = useFirstProblem(invite.error)
  const change = (changed: Partial<Draft>) => {
    setLacks(undefined)
    setDraft({ ...draft, ...changed })
  }
  useEffect(() => {
    // By script: React Aria's own waits for the screen before, and gives way to the heading.
    form.current?.querySelector("input")?.focus()
  }, [form])
  const submit = () => {
    const missing = lackingIn(draft)
    setLacks(missing)
    if (missing === undefined) invite.mutate(draft)
    else showProblems()
  }
  return (
    <Form
      ref={form}
      className={styles.form ?? ""}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Refused error={invite.error} />
      <TextField
        label={words.name}
        autoComplete="off"
        maxLength={200}
        value={draft.name}
        onChange={(name) => change({ name })}
        problem={lacks === "name" ? words.nameMissing : problemAt(invite.error, "/name")}
      />
      <TextField
        label={words.email}
        inputMode="email"
        autoComplete="off"
        maxLength={254}
        value={draft.email}
        onChange={(email) => change({ email })}
        problem={lacks === "email" ? words.emailMissing : problemAt(invite.error, "/email")}
      />
      <Queried query={roles}>
        {(all) => <RoleChoice roles={all} role={draft.role} onChange={(role) => change({ role })} />}
      </Queried>
      {!mayWrite && <p className={styles.quiet}>{people.needsWrite}</p>}
      <div className={styles.actions}>
        <Button type="submit" look="primary" isPending={invite.isPending} isDisabled={!mayWrite}>
          {words.submit}
        </Button>
        <ButtonLink to="/settings/people">{common.cancel}</ButtonLink>
      </div>
    </Form>
  )
}

export const InvitePerson = () => {
  const { people } = useMessages()
  const [sent, setSent] = useState<SentInvitation | undefined>()
  const navigate = useNavigate()
  if (sent !== undefined) {
    const again = { to: "/settings/people/$userId/invitation", params: { userId: sent.user.id } } as const
    return <InvitationPage sent={sent} onAgain={() => void navigate(again)} />
  }
  return (
    <Page
      title={people.new.title}
      width="text"
      description={people.new.why}
      trail={<Link to="/settings/people">{people.title}</Link>}
    >
      <InviteForm onSent={setSent} />
    </Page>
  )
}

/** What can be done to a person. What the one who is signed in may not do is there, disabled; the page says why. */
import type { User } from "@formwork/client/contract"
import { useState } from "react"
import { api } from "../../../api/api.ts"
import { forgetPeople } from "../../../api/people.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { NameDialog } from "../../../parts/NameDialog.tsx"
import { ChangeRole } from "./ChangeRole.tsx"
import { Deactivate } from "./Deactivate.tsx"
import { Reactivate } from "./Reactivate.tsx"
import { useLacking } from "./useLacking.ts"

interface ActionsProps {
  readonly person: User
  /** @param keysAbove how many keys hold more than the role that was given. */
  readonly onChanged: (keysAbove: number) => void
}

const Rename = ({ onClose, person }: { readonly person: User; readonly onClose: () => void }) => {
  const { common, people } = useMessages()
  const rename = async (name: string) => {
    await api.users.update({ userId: person.id, body: { name } })
    await forgetPeople()
  }
  return (
    <NameDialog
      title={people.one.rename}
      label={people.one.name}
      name={person.name}
      maxLength={200}
      submit={common.save}
      onSubmit={rename}
      onClose={onClose}
    />
  )
}

export const PersonActions = ({ onChanged, person }: ActionsProps) => {
  const words = useMessages().people.one
  const lacking = useLacking(person)
  const [open, setOpen] = useState<"rename" | "role" | "deactivate" | undefined>()
  const close = () => setOpen(undefined)
  const isDisabled = lacking === undefined || lacking.length > 0
  if (person.deactivatedAt !== null) return <Reactivate person={person} isDisabled={isDisabled} />
  return (
    <>
      <Button isDisabled={isDisabled} onPress={() => setOpen("role")}>
        {words.change}
      </Button>
      <Button isDisabled={isDisabled} onPress={() => setOpen("rename")}>
        {words.rename}
      </Button>
      {!isDisabled && (
        <ButtonLink to="/settings/people/$userId/invitation" params={{ userId: person.id }}>
          {words.renew}
        </ButtonLink>
      )}
      <Button look="danger" isDisabled={isDisabled} onPress={() => setOpen("deactivate")}>
        {words.deactivate}
      </Button>
      {open === "rename" && <Rename person={person} onClose={close} />}
      {open === "role" && <ChangeRole person={person} onChanged={onChanged} onClose={close} />}
      {open === "deactivate" && <Deactivate person={person} onClose={close} />}
    </>
  )
}

/** Gives a person another role, and says which of their keys would hold more than it. */
import type { User } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../../api/api.ts"
import { keysQuery } from "../../../api/keys.ts"
import { useMay } from "../../../api/me.ts"
import { forgetPeople, rolesQuery } from "../../../api/people.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Checkbox } from "../../../parts/Checkbox.tsx"
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx"
import { Queried } from "../../../parts/States.tsx"
import { keysAbove, workingKeysOf } from "./giveable.ts"
import { RoleChoice } from "./RoleChoice.tsx"

interface ChangeRoleProps {
  readonly person: User
  readonly onChanged: (keysAbove: number) => void
  readonly onClose: () => void
}

export const ChangeRole = ({ onChanged, onClose, person }: ChangeRoleProps) => {
  const words = useMessages().people.changeRole
  const [role, setRole] = useState(person.role)
  const [revokes, setRevokes] = useState(false)
  const roles = useQuery(rolesQuery)
  const keys = useQuery({ ...keysQuery, enabled: useMay("apikey:read") })
  const above = keysAbove(role, roles.data ?? [], workingKeysOf(person.id, keys.data ?? [], Date.now()))
  const change = async () => {
    const revokeKeys = revokes && above.length > 0
    const { body } = await api.users.update({
      userId: person.id,
      body: { role, ...(revokeKeys ? { revokeKeys } : {}) }
    })
    await forgetPeople()
    onChanged(body.keysAboveRole)
  }
  return (
    <ConfirmDialog
      title={words.title({ name: person.name })}
      submit={words.submit}
      isDisabled={role === person.role}
      onSubmit={change}
      onClose={onClose}
    >
      <p>{words.why}</p>
      <Queried query={roles} lines={5}>
        {(all) => <RoleChoice roles={all} role={role} onChange={setRole} />}
      </Queried>
      {role !== person.role && above.length > 0 && (
        <Checkbox isSelected={revokes} onChange={setRevokes}>
          {words.revoke({ n: above.length })}
        </Checkbox>
      )}
    </ConfirmDialog>
  )
}

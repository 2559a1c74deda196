/** One role, with what each lets a person do. Those that give more than one has oneself cannot be chosen, and say so. */
import type { Role, RoleRecord } from "@formwork/client/contract"
import { useMe } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { RadioGroup } from "../../../parts/RadioGroup.tsx"
import { lackingFor } from "./giveable.ts"

interface RoleChoiceProps {
  readonly roles: ReadonlyArray<RoleRecord>
  readonly role: Role
  readonly onChange: (role: Role) => void
}

export const RoleChoice = ({ onChange, role: chosen, roles }: RoleChoiceProps) => {
  const { people } = useMessages()
  const { privileges: held } = useMe()
  return (
    <RadioGroup
      label={people.role.label}
      options={roles.map(({ role }) => {
        const description = people.rolesWhy[role]
        const lacking = lackingFor(role, roles, held)
        return {
          id: role,
          label: people.roles[role],
          description:
            lacking.length === 0 ? description : `${description} ${people.role.lacking({ privileges: lacking })}`,
          isDisabled: lacking.length > 0
        }
      })}
      value={chosen}
      onChange={onChange}
    />
  )
}

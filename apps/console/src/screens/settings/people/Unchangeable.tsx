/** Why the person who is signed in cannot change this one. */
import type { User } from "@formwork/client/contract"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { useLacking } from "./useLacking.ts"

export const Unchangeable = ({ person }: { readonly person: User }) => {
  const { one } = useMessages().people
  const lacking = useLacking(person) ?? []
  if (lacking.length === 0) return null
  return (
    <Notice tone="info">
      <Foreign text={one.above({ name: person.name, privileges: lacking })} />
    </Notice>
  )
}

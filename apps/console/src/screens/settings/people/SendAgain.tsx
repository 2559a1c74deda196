/** Leads to another invitation for a person who has not used theirs. Nothing where the one who is signed in may not send it. */
import type { User } from "@formwork/client/contract"
import { Link } from "@tanstack/react-router"
import { useMessages } from "../../../messages/useMessages.ts"
import { useLacking } from "./useLacking.ts"

export const SendAgain = ({ person }: { readonly person: User }) => {
  const { invitation } = useMessages().people
  const lacking = useLacking(person)
  if (lacking === undefined || lacking.length > 0 || person.deactivatedAt !== null) return null
  return (
    <Link
      to="/settings/people/$userId/invitation"
      params={{ userId: person.id }}
      aria-label={invitation.againTo({ name: person.name })}
    >
      {invitation.again}
    </Link>
  )
}

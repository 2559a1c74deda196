/** The screens of Settings, People and Roles, loaded when one is opened. */
import { createLazyRoute, getRouteApi } from "@tanstack/react-router"
import { InvitePerson } from "../screens/settings/people/InvitePerson.tsx"
import { People } from "../screens/settings/people/People.tsx"
import { PersonDetail } from "../screens/settings/people/PersonDetail.tsx"
import { RenewInvitation } from "../screens/settings/people/RenewInvitation.tsx"
import { Roles } from "../screens/settings/roles/Roles.tsx"

const list = getRouteApi("/shell/settings/people")
const person = getRouteApi("/shell/settings/people/$userId")
const renew = getRouteApi("/shell/settings/people/$userId/invitation")

export const lazyPeople = createLazyRoute("/shell/settings/people")({
  component: () => <People search={list.useSearch()} />
})

export const lazyInvite = createLazyRoute("/shell/settings/people/invite")({ component: InvitePerson })

export const lazyPerson = createLazyRoute("/shell/settings/people/$userId")({
  component: () => {
    const { userId } = person.useParams()
    return <PersonDetail key={userId} userId={userId} />
  }
})

export const lazyRenew = createLazyRoute("/shell/settings/people/$userId/invitation")({
  component: () => {
    const { userId } = renew.useParams()
    return <RenewInvitation key={userId} userId={userId} />
  }
})

export const lazyRoles = createLazyRoute("/shell/settings/roles")({ component: Roles })

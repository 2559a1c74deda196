/** The addresses of Settings, People, and of Settings, Roles. */
import { createRoute } from "@tanstack/react-router"
import { peopleSearch } from "../screens/settings/people/peopleSearch.ts"
import { shell } from "./shell.tsx"

const screens = () => import("./people.lazy.tsx")

const list = createRoute({
  getParentRoute: () => shell,
  path: "/settings/people",
  validateSearch: peopleSearch
}).lazy(() => screens().then(({ lazyPeople }) => lazyPeople))

const invite = createRoute({ getParentRoute: () => shell, path: "/settings/people/invite" }).lazy(() =>
  screens().then(({ lazyInvite }) => lazyInvite)
)

const person = createRoute({ getParentRoute: () => shell, path: "/settings/people/$userId" }).lazy(() =>
  screens().then(({ lazyPerson }) => lazyPerson)
)

const renew = createRoute({ getParentRoute: () => shell, path: "/settings/people/$userId/invitation" }).lazy(() =>
  screens().then(({ lazyRenew }) => lazyRenew)
)

const roles = createRoute({ getParentRoute: () => shell, path: "/settings/roles" }).lazy(() =>
  screens().then(({ lazyRoles }) => lazyRoles)
)

export const peopleRoutes = [list, invite, person, renew, roles] as const

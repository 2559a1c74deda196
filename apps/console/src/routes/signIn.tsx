import { createRoute, redirect } from "@tanstack/react-router"
import { meQuery } from "../api/me.ts"
import { queries } from "../api/queries.ts"
import { maySession } from "../api/session.ts"
import { SignIn } from "../screens/signIn/SignIn.tsx"
import { root } from "./root.tsx"

/** Only a path of the console: an address elsewhere would lead a person away who has just signed in. */
const isOwnPath = (to: unknown): to is string => typeof to === "string" && /^\/(?![/\\])/u.test(to)

/** Without asking again where the server has just refused. */
const isSignedIn = async (): Promise<boolean> => {
  if (!maySession() || queries.getQueryState(meQuery.queryKey)?.status === "error") return false
  return queries.ensureQueryData({ ...meQuery, retry: false }).then(
    () => true,
    () => false
  )
}

export const signInRoute = createRoute({
  getParentRoute: () => root,
  path: "/signin",
  validateSearch: ({ to }: Record<string, unknown>): { readonly to: string } => ({ to: isOwnPath(to) ? to : "/" }),
  beforeLoad: async ({ search: { to } }) => {
    if (await isSignedIn()) throw redirect({ to, replace: true })
  },
  component: () => <SignIn to={signInRoute.useSearch().to} />
})

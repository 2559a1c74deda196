import { createRoute } from "@tanstack/react-router"
import { SignIn } from "../screens/signIn/SignIn.tsx"
import { root } from "./root.tsx"

/** Only a path of the console: an address elsewhere would lead a person away who has just signed in. */
const isOwnPath = (to: unknown): to is string => typeof to === "string" && /^\/(?![/\\])/u.test(to)

export const signInRoute = createRoute({
  getParentRoute: () => root,
  path: "/signin",
  validateSearch: ({ to }: Record<string, unknown>): { readonly to: string } => ({ to: isOwnPath(to) ? to : "/" }),
  component: () => <SignIn to={signInRoute.useSearch().to} />
})

/** Everything behind the door. */
import { FormworkError } from "@formwork/client/FormworkError"
import { createRoute, redirect } from "@tanstack/react-router"
import { meQuery } from "../api/me.ts"
import { queries } from "../api/queries.ts"
import { maySession } from "../api/session.ts"
import { Shell } from "../screens/shell/Shell.tsx"
import { root } from "./root.tsx"

const isSignedOut = (error: unknown): boolean => error instanceof FormworkError && error.status === 401

export const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  beforeLoad: async ({ location }) => {
    if (!maySession()) throw redirect({ to: "/signin", search: { to: location.href } })
    try {
      await queries.ensureQueryData({ ...meQuery, retry: false })
    } catch (error) {
      if (isSignedOut(error)) throw redirect({ to: "/signin", search: { to: location.href } })
      throw error
    }
  },
  component: Shell
})

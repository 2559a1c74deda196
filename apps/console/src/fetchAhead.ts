/**
 * Asks for what the first look needs, all at once: the router itself asks first who is signed in, then for the screen, and both only once
 * the language has come. A phone waits for each.
 */
import { meQuery } from "./api/me.ts"
import { queries } from "./api/queries.ts"
import { maySession } from "./api/session.ts"
import type { router as Router } from "./router.tsx"

/** What cannot be fetched is asked for again when it is shown, and says so there. */
const late = (): undefined => undefined

export const fetchAhead = (router: typeof Router): void => {
  if (!maySession()) return
  const [routes] = router.getMatchedRoutes(router.latestLocation.pathname)
  // Not at the door, where who is signed in does not matter.
  if (!routes.some(({ id }) => id === "/shell")) return
  void queries.fetchQuery({ ...meQuery, retry: false }).catch(late)
  for (const route of routes) void router.loadRouteChunk(route)?.catch(late)
}

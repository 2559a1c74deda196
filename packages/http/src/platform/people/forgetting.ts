/** What a browser drops when its session ends. */
import { Effect } from "effect"
import type { Headers } from "../../connection/Answer.ts"
import * as ClientAddress from "../../request/ClientAddress.ts"
import type { Exchange } from "../../request/Exchange.ts"
import * as SessionCookie from "../../request/SessionCookie.ts"

/**
 * The headers by which a browser drops the cookie that the request came with, and what it keeps of this host; none for a request
 * without a cookie.
 */
export const forgetting = Effect.fnUntraced(function* ({ head, request }: Exchange): Effect.fn.Return<Headers> {
  if (!head.isCookie) return {}
  const way = ClientAddress.wayOf(request, yield* ClientAddress.TrustedProxies)
  return { "set-cookie": SessionCookie.clear(way), "clear-site-data": '"cache", "storage"' }
})

/** The sessions of the person who is signed in. */
import { Effect, Schema } from "effect"
import { SessionNotFound } from "@formwork/domain/callers/Refusal"
import { Session, SessionId } from "@formwork/domain/people/Session"
import { Sessions } from "@formwork/domain/people/Sessions"
import { endpoint } from "../../endpoint/Endpoint.ts"
import * as Query from "../../endpoint/Query.ts"
import { json, noContent, noContentWithHeaders } from "../../endpoint/Success.ts"
import { Timestamp } from "../../endpoint/Timestamp.ts"
import { list } from "../wire/Wire.ts"
import { forgetting } from "./forgetting.ts"

const SessionRecord = Schema.Struct({
  id: SessionId,
  createdAt: Timestamp,
  expiresAt: Timestamp,
  lastUsedAt: Schema.NullOr(Timestamp).annotate({
    description: "At most a minute before its latest request; null before the first."
  }),
  address: Session.fields.address.annotate({ description: "The IP address of the sign-in." }),
  browser: Session.fields.browser.annotate({
    description: "What the client called itself at the sign-in (User-Agent), at most 200 characters."
  }),
  isCurrent: Schema.Boolean.annotate({ description: "Whether this request came with it." })
}).annotate({ identifier: "Session", description: "A session, without its secret." })

export const sessions = endpoint({
  name: "sessions",
  method: "GET",
  path: "/api/platform/me/sessions",
  summary: "One's own sessions that have not ended, newest first",
  description: "At most the 200 newest. A key gets 403: it is no session.",
  needs: "a session",
  success: json(list(SessionRecord)),
  handle: Effect.fnUntraced(function* ({ caller }) {
    const found = yield* Sessions.use((sessions) => sessions.list(caller))
    return {
      items: found.map(({ userId: _, ...session }) => ({ ...session, isCurrent: session.id === caller.credential.id }))
    }
  })
})

export const endSession = endpoint({
  name: "endSession",
  method: "DELETE",
  path: "/api/platform/me/sessions/:sessionId",
  summary: "End one of one's own sessions",
  description:
    "Its next request is refused, on every node. For the session that the request came with, this is signing out. A session of another person is 404.",
  needs: "a session",
  of: { params: { sessionId: SessionId }, notFound: new SessionNotFound() },
  success: noContentWithHeaders,
  seesExchange: true,
  handle: Effect.fnUntraced(function* ({ caller, exchange, params }) {
    yield* Sessions.use((sessions) => sessions.end(caller, params.sessionId))
    return params.sessionId === caller.credential.id ? yield* forgetting(exchange) : {}
  })
})

export const endOtherSessions = endpoint({
  name: "endOtherSessions",
  method: "DELETE",
  path: "/api/platform/me/sessions",
  summary: "End one's own sessions, except this one",
  description: "Their next requests are refused, on every node. Invitations that they sent stay usable.",
  needs: "a session",
  query: { others: Query.parameter("`true`: the session of this request stays.", Schema.Literal("true")) },
  success: noContent,
  handle: Effect.fnUntraced(function* ({ caller, query }) {
    yield* query
    yield* Sessions.use((sessions) => sessions.endOthers(caller))
  })
})

/** Signing in and out. */
import { DateTime, Effect, Schema } from "effect"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import { RequestInvalid } from "@formwork/domain/callers/Refusal"
import { Email } from "@formwork/domain/people/Organisation"
import { Sessions } from "@formwork/domain/people/Sessions"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { resource } from "../../endpoint/Resource.ts"
import { json, jsonWithOtherHeaders, noContentWithHeaders } from "../../endpoint/Success.ts"
import { Timestamp } from "../../endpoint/Timestamp.ts"
import * as ClientAddress from "../../request/ClientAddress.ts"
import * as SessionCookie from "../../request/SessionCookie.ts"
import { GivenSecret, ShownOnce } from "../wire/Wire.ts"
import { forgetting } from "./forgetting.ts"

const SignInRequest = Schema.Struct({
  email: Email,
  password: GivenSecret,
  organisation: Schema.optionalKey(
    OrganisationId.annotate({
      description: "The id of the organisation; the default is the first one founded on this server."
    })
  ),
  choose: Schema.optionalKey(
    Schema.Boolean.annotate({
      description:
        "Without `organisation`: sign in where this address has its account. Where it has several with this password, the answer is 409 with their names."
    })
  ),
  cookie: Schema.optionalKey(
    Schema.Boolean.annotate({
      description:
        "Give the session to the browser as a cookie that no script can read, and no token. Needs TLS, or a loopback address."
    })
  )
}).annotate({ identifier: "SignInRequest" })

const NewSession = Schema.Struct({ token: Schema.optionalKey(ShownOnce), expiresAt: Timestamp }).annotate({
  identifier: "NewSession",
  description:
    "The token is used like that of a key: Authorization: Bearer <token>. It is left out where the session is a cookie."
})

const needsTls = new RequestInvalid({
  problems: [
    {
      field: "cookie",
      message: "A session as a cookie needs TLS: over plain HTTP everybody on the way could use it.",
      code: "rule",
      pointer: "/cookie"
    }
  ]
})

const signIn = endpoint({
  name: "signIn",
  method: "POST",
  path: "/api/platform/sessions",
  summary: "Sign in",
  description:
    "A wrong address, a wrong password, a wrong organisation and a deactivated account get the same answer. After a dozen wrong passwords in a row from a network, attempts from there must wait; after a hundred, attempts from all networks that the account does not know.",
  needs: "nothing",
  body: SignInRequest,
  success: jsonWithOtherHeaders(201, NewSession),
  refuses: ["SignInRefused", "SignInThrottled", "OrganisationRequired"],
  seesExchange: true,
  handle: Effect.fnUntraced(function* ({ body, exchange }) {
    const sessions = yield* Sessions
    const { choose, cookie = false, email, organisation, password } = yield* body
    const way = ClientAddress.wayOf(exchange.request, yield* ClientAddress.TrustedProxies)
    if (cookie && way === "plain") return yield* needsTls
    const browser = exchange.request.headers["user-agent"]
    const request = { email, password, organisationId: organisation, choose, browser }
    const { session, token } = yield* sessions.signIn(request)
    const { createdAt, expiresAt } = session
    if (!cookie || way === "plain") return { body: { token: token.text, expiresAt }, headers: {} }
    // Both are the store's: this node's clock may be off by more than a session lasts.
    const seconds = Math.floor((DateTime.toEpochMillis(expiresAt) - DateTime.toEpochMillis(createdAt)) / 1_000)
    return { body: { expiresAt }, headers: { "set-cookie": SessionCookie.set(way, token.text, seconds) } }
  })
})

const signOut = endpoint({
  name: "signOut",
  method: "DELETE",
  path: "/api/platform/sessions/current",
  summary: "Sign out",
  description:
    "Ends the session at once, on every node. A key gets 403: it has no session. Where the session came as a cookie, the browser drops it, and what it keeps of this host.",
  needs: "a session",
  success: noContentWithHeaders,
  refuses: ["SessionNotFound"],
  seesExchange: true,
  handle: Effect.fnUntraced(function* ({ caller, exchange }) {
    yield* Sessions.use((sessions) => sessions.signOut(caller))
    return yield* forgetting(exchange)
  })
})

const ConfirmationRequest = Schema.Struct({ password: GivenSecret }).annotate({ identifier: "ConfirmationRequest" })

const Confirmation = Schema.Struct({
  confirmedUntil: Timestamp.annotate({ description: "Until then nothing is asked for again." })
}).annotate({ identifier: "Confirmation" })

const confirm = endpoint({
  name: "confirm",
  method: "POST",
  path: "/api/platform/sessions/current/confirm",
  summary: "Give one's password again",
  description:
    "For calls that answer CONFIRMATION_REQUIRED to a session in a cookie: it counts for 15 minutes, as signing in does. A key gets 403. After a dozen wrong passwords in a row this session must wait between attempts, and no other.",
  needs: "a session",
  body: ConfirmationRequest,
  success: json(Confirmation),
  refuses: ["PasswordWrong", "SignInThrottled"],
  handle: Effect.fnUntraced(function* ({ body, caller }) {
    const sessions = yield* Sessions
    const { password } = yield* body
    return { confirmedUntil: yield* sessions.confirm(caller, password) }
  })
})

export const sessions = resource("sessions", "Signing in and out.", signIn, signOut, confirm)

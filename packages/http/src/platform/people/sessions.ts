/** Signing in and out. */
import { Effect, Schema } from "effect"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import { Email } from "@formwork/domain/people/Organisation"
import { Sessions } from "@formwork/domain/people/Sessions"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { canonicalId } from "../../endpoint/PathIds.ts"
import { resource } from "../../endpoint/Resource.ts"
import { json, noContent } from "../../endpoint/Success.ts"
import { Timestamp } from "../../endpoint/Timestamp.ts"
import { GivenSecret, ShownOnce } from "../wire/Wire.ts"

const SignInRequest = Schema.Struct({
  email: Email,
  password: GivenSecret,
  organisation: Schema.optionalKey(
    canonicalId(OrganisationId).annotate({
      description: "The id of the organisation; the default is the first one founded on this server."
    })
  )
}).annotate({ identifier: "SignInRequest" })

const NewSession = Schema.Struct({ token: ShownOnce, expiresAt: Timestamp }).annotate({
  identifier: "NewSession",
  description: "The token is used like that of a key: Authorization: Bearer <token>."
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
  success: json(NewSession, 201),
  refuses: ["SignInRefused", "SignInThrottled"],
  handle: Effect.fnUntraced(function* ({ body }) {
    const sessions = yield* Sessions
    const { email, organisation, password } = yield* body
    const { session, token } = yield* sessions.signIn({ email, password, organisationId: organisation })
    return { token: token.text, expiresAt: session.expiresAt }
  })
})

const signOut = endpoint({
  name: "signOut",
  method: "DELETE",
  path: "/api/platform/sessions/current",
  summary: "Sign out",
  description: "Ends the session at once, on every node. A key gets 403: it has no session.",
  needs: "a session",
  success: noContent,
  refuses: ["SessionNotFound"],
  handle: ({ caller }) => Sessions.use((sessions) => sessions.signOut(caller))
})

export const sessions = resource("sessions", "Signing in and out.", signIn, signOut)

/** Signing in and out. */
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Sessions } from "@formwork/domain/people/Sessions"
import { OrganisationId } from "@formwork/domain/callers/Ids"
import { Email } from "@formwork/domain/people/Organisation"
import { CurrentCaller, Guard, OpenGuard } from "../../endpoint/Guard.ts"
import { canonicalId } from "../../endpoint/PathIds.ts"
import { bodyRefusals, needs, refusals, Timestamp } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import { GivenSecret, ShownOnce } from "../wire/Wire.ts"

const SignInRequest = Schema.Struct({
  email: Email,
  password: GivenSecret,
  organisation: Schema.optionalKey(
    canonicalId(OrganisationId).annotate({
      description: "Its id; the first organisation that was founded here where it is left out."
    })
  )
}).annotate({ identifier: "SignInRequest" })

const NewSession = Schema.Struct({ token: ShownOnce, expiresAt: Timestamp }).annotate({
  identifier: "NewSession",
  description: "The token works as a key's does: Authorization: Bearer <token>."
})

const signIn = HttpApiEndpoint.post("signIn", "/api/platform/sessions", {
  payload: SignInRequest,
  success: NewSession.pipe(HttpApiSchema.status(201)),
  error: refusals("nothing", ...bodyRefusals, "SignInRefused", "SignInThrottled")
})
  .middleware(OpenGuard)
  .annotateMerge(needs("nothing"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Sign in",
      description:
        "One answer for a wrong address, a wrong password, a wrong organisation and an account that has ended. A dozen wrong passwords in a row slow an account down."
    })
  )

const signOut = HttpApiEndpoint.delete("signOut", "/api/platform/sessions/current", {
  success: HttpApiSchema.NoContent,
  error: refusals("any credential", "SessionNotFound")
})
  .middleware(Guard)
  .annotateMerge(needs("any credential"))
  .annotateMerge(OpenApi.annotations({ summary: "Sign out", description: "Ends the session at once, on every node." }))

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("sessions")
    .annotateMerge(OpenApi.annotations({ description: "Signing in and out." }))
    .add(signIn, signOut)
)

const signInRequest = Payload.decoder(SignInRequest)

export const layer = HttpApiBuilder.group(
  api,
  "sessions",
  Effect.fnUntraced(function* (endpoints) {
    const sessions = yield* Sessions
    const begin = Effect.fnUntraced(function* () {
      const { email, organisation, password } = yield* Payload.read(signInRequest)
      const { session, token } = yield* sessions.signIn({ email, password, organisationId: organisation })
      return { token: token.text, expiresAt: session.expiresAt }
    })
    return endpoints
      .handleRaw("signIn", () => ProblemDetails.answering(begin()))
      .handle("signOut", () => ProblemDetails.answering(Effect.flatMap(CurrentCaller, sessions.signOut)))
  })
)

/** Whoever calls, and their own password. */
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Credential } from "@formwork/domain/callers/Caller"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { Organisation } from "@formwork/domain/people/Organisation"
import { Users } from "@formwork/domain/people/Users"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { bodyRefusals, needs, refusals } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import { GivenSecret, NewPassword, UserRecord } from "../wire/Wire.ts"

const Myself = Schema.Struct({
  organisation: Organisation,
  user: UserRecord.pipe(
    Schema.annotateKey({ description: "The signed-in person, or the one on whose behalf the key was made." })
  ),
  credential: Credential,
  privileges: Schema.Array(Privilege)
}).annotate({ identifier: "Myself" })

const PasswordRequest = Schema.Struct({ currentPassword: GivenSecret, newPassword: NewPassword }).annotate({
  identifier: "PasswordRequest"
})

const me = HttpApiEndpoint.get("get", "/api/platform/me", {
  success: Myself,
  error: refusals("any credential")
})
  .annotateMerge(needs("any credential"))
  .annotateMerge(OpenApi.annotations({ summary: "Who the credential speaks for, and what it may do" }))

const changePassword = HttpApiEndpoint.put("changePassword", "/api/platform/me/password", {
  payload: PasswordRequest,
  success: HttpApiSchema.NoContent,
  error: refusals("any credential", ...bodyRefusals, "PasswordWrong", "SignInThrottled")
})
  .annotateMerge(needs("any credential"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Change one's own password",
      description:
        "Asks for the current one as a proof, and for a session: a key cannot. Ends the person's other sessions. A wrong one counts as a wrong sign-in does."
    })
  )

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("me")
    .annotateMerge(OpenApi.annotations({ description: "Whoever calls, and their own password." }))
    .add(me, changePassword)
    .middleware(Guard)
)

const passwordRequest = Payload.decoder(PasswordRequest)

export const layer = HttpApiBuilder.group(
  api,
  "me",
  Effect.fnUntraced(function* (endpoints) {
    const users = yield* Users
    const change = Effect.fnUntraced(function* () {
      const { currentPassword, newPassword } = yield* Payload.read(passwordRequest)
      yield* users.changePassword(yield* CurrentCaller, { current: currentPassword, next: newPassword })
    })
    return endpoints
      .handle("get", () => Effect.flatMap(CurrentCaller, users.me))
      .handleRaw("changePassword", () => ProblemDetails.answering(change()))
  })
)

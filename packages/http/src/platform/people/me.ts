/** The caller, and their own password and sessions. */
import { Effect, Schema } from "effect"
import { Credential } from "@formwork/domain/callers/Caller"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { Organisation } from "@formwork/domain/people/Organisation"
import { Users } from "@formwork/domain/people/Users"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { resource } from "../../endpoint/Resource.ts"
import { json, noContent } from "../../endpoint/Success.ts"
import { GivenSecret, NewPassword, UserRecord } from "../wire/Wire.ts"
import { endOtherSessions, endSession, sessions } from "./ownSessions.ts"

const Myself = Schema.Struct({
  organisation: Organisation,
  user: UserRecord.pipe(
    Schema.annotateKey({ description: "The signed-in person, or the person on whose behalf the key was made." })
  ),
  credential: Credential,
  privileges: Schema.Array(Privilege)
}).annotate({ identifier: "Myself" })

const PasswordRequest = Schema.Struct({ currentPassword: GivenSecret, newPassword: NewPassword }).annotate({
  identifier: "PasswordRequest"
})

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/me",
  summary: "The caller: its person and organisation, and its privileges",
  needs: "any credential",
  success: json(Myself),
  handle: ({ caller }) => Users.use((users) => users.me(caller))
})

const changePassword = endpoint({
  name: "changePassword",
  method: "PUT",
  path: "/api/platform/me/password",
  summary: "Change one's own password",
  description:
    "Needs the current password and a session; a key gets 403. Ends the person's other sessions. After a dozen wrong passwords in a row this session must wait between attempts, and no other.",
  needs: "a session",
  body: PasswordRequest,
  success: noContent,
  refuses: ["PasswordWrong", "SignInThrottled"],
  handle: Effect.fnUntraced(function* ({ body, caller }) {
    const users = yield* Users
    const { currentPassword, newPassword } = yield* body
    yield* users.changePassword(caller, { current: currentPassword, next: newPassword })
  })
})

export const me = resource(
  "me",
  "The caller, and the caller's own password and sessions.",
  get,
  changePassword,
  sessions,
  endSession,
  endOtherSessions
)

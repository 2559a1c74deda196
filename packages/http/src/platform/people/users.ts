/** The people of the organisation. */
import { Effect, Schema } from "effect"
import { UserId } from "@formwork/domain/callers/Ids"
import { UserNotFound } from "@formwork/domain/callers/Refusal"
import { NewUser } from "@formwork/domain/people/Organisation"
import { Users } from "@formwork/domain/people/Users"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { canonicalId } from "../../endpoint/PathIds.ts"
import { resource } from "../../endpoint/Resource.ts"
import { created, json } from "../../endpoint/Success.ts"
import { items, list, NewPassword, UserRecord } from "../wire/Wire.ts"

const user = { params: { userId: canonicalId(UserId) }, notFound: new UserNotFound() }

const UserRequest = Schema.Struct({
  email: NewUser.fields.email,
  name: NewUser.fields.name,
  role: NewUser.fields.role.pipe(Schema.annotateKey({ description: "A role whose privileges the caller has." })),
  password: Schema.optionalKey(NewPassword)
}).annotate({ identifier: "UserRequest" })

const UserChange = Schema.Struct({
  name: Schema.optionalKey(NewUser.fields.name),
  role: Schema.optionalKey(NewUser.fields.role).pipe(
    Schema.annotateKey({ description: "The caller needs every privilege of the new role and of the present one." })
  )
})
  .check(
    Schema.makeFilter(({ name, role }) => name !== undefined || role !== undefined, {
      expected: "an object with name, role or both"
    })
  )
  .annotate({ identifier: "UserChange", examples: [{ role: "reviewer" }] })

const all = endpoint({
  name: "list",
  method: "GET",
  path: "/api/platform/users",
  summary: "Every person, including deactivated people, oldest first",
  needs: "user:read",
  success: json(list(UserRecord)),
  handle: ({ caller }) => Users.use((users) => items(users.list(caller)))
})

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/users/:userId",
  summary: "One person",
  needs: "user:read",
  of: user,
  success: json(UserRecord),
  handle: ({ caller, params }) => Users.use((users) => users.get(caller, params.userId))
})

const create = endpoint({
  name: "create",
  method: "POST",
  path: "/api/platform/users",
  summary: "Add a person",
  description: "A person without a password cannot sign in until one is set.",
  needs: "user:write",
  body: UserRequest,
  success: created(UserRecord),
  refuses: ["EmailTaken"],
  handle: Effect.fnUntraced(function* ({ body, caller }) {
    const users = yield* Users
    const { password, ...request } = yield* body
    const user = yield* users.create(caller, { ...request, password })
    return { body: user, headers: { location: `/api/platform/users/${user.id}` } }
  })
})

const update = endpoint({
  name: "update",
  method: "PATCH",
  path: "/api/platform/users/:userId",
  summary: "Change a person's name or role",
  description: "The person's sessions have the new role's privileges from the next request on; keys keep theirs.",
  needs: "user:write",
  of: user,
  body: UserChange,
  success: json(UserRecord),
  refuses: ["LastOwner"],
  handle: ({ body, caller, params }) => Users.use((users) => users.change(caller, params.userId, body))
})

const deactivate = endpoint({
  name: "deactivate",
  method: "POST",
  path: "/api/platform/users/:userId/deactivate",
  summary: "End an account",
  description:
    "Revokes every key that was made on the person's behalf and ends the person's sessions, at once. Doing it again is harmless.",
  needs: "user:write",
  of: user,
  success: json(UserRecord),
  refuses: ["LastOwner"],
  handle: ({ caller, params }) => Users.use((users) => users.deactivate(caller, params.userId))
})

const reactivate = endpoint({
  name: "reactivate",
  method: "POST",
  path: "/api/platform/users/:userId/reactivate",
  summary: "Let a person sign in again",
  description: "Ended keys and sessions stay ended.",
  needs: "user:write",
  of: user,
  success: json(UserRecord),
  handle: ({ caller, params }) => Users.use((users) => users.reactivate(caller, params.userId))
})

export const users = resource(
  "users",
  "The people of the organisation.",
  all,
  get,
  create,
  update,
  deactivate,
  reactivate
)

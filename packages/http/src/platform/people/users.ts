/** The people of the organisation. */
import { Effect, Schema } from "effect"
import { UserId } from "@formwork/domain/callers/Ids"
import { UserNotFound } from "@formwork/domain/callers/Refusal"
import { NewUser } from "@formwork/domain/people/Organisation"
import { InvitationState, InvitationView } from "@formwork/domain/people/UserView"
import { Users } from "@formwork/domain/people/Users"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { resource } from "../../endpoint/Resource.ts"
import { created, json } from "../../endpoint/Success.ts"
import { Timestamp } from "../../endpoint/Timestamp.ts"
import { items, list, NewPassword, UserRecord } from "../wire/Wire.ts"

const user = { params: { userId: UserId }, notFound: new UserNotFound() }

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
  ),
  revokeKeys: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "True revokes the person's keys that hold more than their role, then." })
  )
})
  .check(
    Schema.makeFilter(
      ({ name, revokeKeys, role }) => name !== undefined || role !== undefined || revokeKeys !== undefined,
      { expected: "an object with name, role, revokeKeys, or several of them" }
    )
  )
  .annotate({ identifier: "UserChange", examples: [{ role: "reviewer" }] })

const ChangedUserRecord = Schema.Struct({
  ...UserRecord.fields,
  keysAboveRole: Schema.Int.annotate({
    description: "How many active keys of the person hold a privilege that their role lacks, after this change."
  })
}).annotate({ identifier: "ChangedUser" })

const ListedInvitation = Schema.Struct({
  state: InvitationState.annotate({
    description:
      "`pending`: it can be accepted, until `expiresAt`. `accepted`: the person set their password by it. `revoked`: it ended before it was used, with the person's account, with its sender's account, session or key, or because it was reported as leaked."
  }),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  acceptedAt: Schema.NullOr(Timestamp),
  sender: InvitationView.fields.sender.annotate({
    description:
      "Who sent it: the person themself, where the operator founded the organisation; null where that is not known."
  })
}).annotate({ identifier: "ListedInvitation", description: "The latest invitation of a person, without its secret." })

const ListedUser = Schema.Struct({
  ...UserRecord.fields,
  lastSeenAt: Schema.NullOr(Timestamp).annotate({
    description:
      "At most a minute before the latest request of any session of the person, ended ones too; null before the first. Requests with keys do not count."
  }),
  invitation: Schema.NullOr(ListedInvitation).annotate({
    description: "The person's latest invitation; null for a person who was never invited."
  })
}).annotate({
  identifier: "ListedUser",
  description: "A person, with when they were last here and what became of their invitation."
})

const all = endpoint({
  name: "list",
  method: "GET",
  path: "/api/platform/users",
  summary: "Every person, including deactivated people, oldest first",
  needs: "user:read",
  success: json(list(ListedUser)),
  handle: ({ caller }) => Users.use((users) => items(users.list(caller)))
})

const get = endpoint({
  name: "get",
  method: "GET",
  path: "/api/platform/users/:userId",
  summary: "One person",
  needs: "user:read",
  of: user,
  success: json(ListedUser),
  handle: ({ caller, params }) => Users.use((users) => users.get(caller, params.userId))
})

const create = endpoint({
  name: "create",
  method: "POST",
  path: "/api/platform/users",
  summary: "Add a person",
  description: "A person without a password cannot sign in until one is set. A key that gives one gets 403.",
  needs: "user:write",
  body: UserRequest,
  success: created(UserRecord),
  refuses: ["SessionRequired", "ConfirmationRequired", "EmailTaken"],
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
  description:
    "The person's sessions have the new role's privileges from the next request on; keys keep theirs, unless `revokeKeys` ends those that hold more. A key cannot change its maker, or a person above the present role of its maker.",
  needs: "user:write",
  of: user,
  body: UserChange,
  success: json(ChangedUserRecord),
  refuses: ["SessionRequired", "ConfirmationRequired", "LastOwner"],
  handle: ({ body, caller, params }) =>
    Users.use((users) =>
      Effect.map(users.change(caller, params.userId, body), ({ keysAboveRole, user }) => ({ ...user, keysAboveRole }))
    )
})

const deactivate = endpoint({
  name: "deactivate",
  method: "POST",
  path: "/api/platform/users/:userId/deactivate",
  summary: "End an account",
  description:
    "Revokes every key that was made on the person's behalf, ends the person's sessions and the invitations that the person sent, at once. Doing it again is harmless. The caller needs every privilege of the person's role.",
  needs: "user:write",
  of: user,
  success: json(UserRecord),
  refuses: ["SessionRequired", "LastOwner"],
  handle: ({ caller, params }) => Users.use((users) => users.deactivate(caller, params.userId))
})

const reactivate = endpoint({
  name: "reactivate",
  method: "POST",
  path: "/api/platform/users/:userId/reactivate",
  summary: "Let a person sign in again",
  description: "Ended keys and sessions stay ended. The caller needs every privilege of the person's role.",
  needs: "user:write",
  of: user,
  success: json(UserRecord),
  refuses: ["SessionRequired"],
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

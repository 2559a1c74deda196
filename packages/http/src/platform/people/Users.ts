/** The people of the organisation. */
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { UserId } from "@formwork/domain/callers/Ids"
import { NewUser } from "@formwork/domain/people/Organisation"
import { UserStore } from "@formwork/domain/people/UserStore"
import { Users } from "@formwork/domain/people/Users"
import { UserNotFound } from "@formwork/domain/callers/Refusal"
import { CurrentCaller, Guard } from "../../endpoint/Guard.ts"
import { Absent, canonicalId, Ids } from "../../endpoint/PathIds.ts"
import { bodyRefusals, needs, refusals } from "../../endpoint/Operation.ts"
import * as Payload from "../../endpoint/Payload.ts"
import * as ProblemDetails from "../../problem/ProblemDetails.ts"
import { created, list, NewPassword, UserRecord } from "../wire/Wire.ts"

const params = { userId: canonicalId(UserId) }

const UserRequest = Schema.Struct({
  email: NewUser.fields.email,
  name: NewUser.fields.name,
  role: NewUser.fields.role.pipe(Schema.annotateKey({ description: "One whose privileges the caller all holds." })),
  password: Schema.optionalKey(NewPassword)
}).annotate({ identifier: "UserRequest" })

const all = HttpApiEndpoint.get("list", "/api/platform/users", {
  success: list(UserRecord),
  error: refusals("user:read")
})
  .annotateMerge(needs("user:read"))
  .annotateMerge(OpenApi.annotations({ summary: "Everybody, deactivated people too, oldest first" }))

const get = HttpApiEndpoint.get("get", "/api/platform/users/:userId", {
  params,
  success: UserRecord,
  error: refusals("user:read", "UserNotFound")
})
  .annotateMerge(needs("user:read"))
  .annotateMerge(OpenApi.annotations({ summary: "One person" }))

const create = HttpApiEndpoint.post("create", "/api/platform/users", {
  payload: UserRequest,
  success: created(UserRecord),
  error: refusals("user:write", ...bodyRefusals, "EmailTaken")
})
  .annotateMerge(needs("user:write"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Add a person",
      description: "Without a password they cannot sign in until there is one."
    })
  )

const UserChange = Schema.Struct({
  name: Schema.optionalKey(NewUser.fields.name),
  role: Schema.optionalKey(NewUser.fields.role).pipe(
    Schema.annotateKey({ description: "The caller holds all of its privileges, and of the present one's." })
  )
})
  .check(
    Schema.makeFilter(({ name, role }) => name !== undefined || role !== undefined, {
      expected: "an object with name, role or both"
    })
  )
  .annotate({ identifier: "UserChange", examples: [{ role: "reviewer" }] })

const change = HttpApiEndpoint.patch("change", "/api/platform/users/:userId", {
  params,
  payload: UserChange,
  success: UserRecord,
  error: refusals("user:write", ...bodyRefusals, "UserNotFound", "LastOwner")
})
  .annotateMerge(needs("user:write"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Change a person's name or role",
      description:
        "Their sessions have the new role's privileges from the next request on; their keys stay as they are."
    })
  )

const deactivate = HttpApiEndpoint.post("deactivate", "/api/platform/users/:userId/deactivate", {
  params,
  success: UserRecord,
  error: refusals("user:write", "UserNotFound", "LastOwner")
})
  .annotateMerge(needs("user:write"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "End an account",
      description:
        "Revokes every key that was made on the person's behalf and ends their sessions, all at once. Twice is fine."
    })
  )

const reactivate = HttpApiEndpoint.post("reactivate", "/api/platform/users/:userId/reactivate", {
  params,
  success: UserRecord,
  error: refusals("user:write", "UserNotFound")
})
  .annotateMerge(needs("user:write"))
  .annotateMerge(
    OpenApi.annotations({
      summary: "Let a person sign in again",
      description: "Keys and sessions that have ended stay ended."
    })
  )

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("users")
    .annotateMerge(OpenApi.annotations({ description: "The people of the organisation." }))
    .add(all, get, create, change, deactivate, reactivate)
    .middleware(Ids)
    .middleware(Guard)
    .annotate(Absent, new UserNotFound())
)

const userRequest = Payload.decoder(UserRequest)
const userChange = Payload.decoder(UserChange)

export const layer = HttpApiBuilder.group(
  api,
  "users",
  Effect.fnUntraced(function* (endpoints) {
    const users = yield* Users
    const store = yield* UserStore
    const add = Effect.fnUntraced(function* () {
      const { password, ...request } = yield* Payload.read(userRequest)
      const user = yield* users.create(yield* CurrentCaller, { ...request, password })
      return HttpApiSchema.withHeaders({ body: user, headers: { location: `/api/platform/users/${user.id}` } })
    })
    const edit = Effect.fnUntraced(function* (id: UserId) {
      const changed = yield* Payload.read(userChange).pipe(Payload.of((caller) => store.get(caller, id)))
      return yield* users.change(yield* CurrentCaller, id, changed)
    })
    const everybody = Effect.flatMap(CurrentCaller, users.list).pipe(Effect.map((items) => ({ items })))
    const on = (act: Users["Service"]["get"] | Users["Service"]["deactivate"], id: UserId) =>
      ProblemDetails.answering(Effect.flatMap(CurrentCaller, (caller) => act(caller, id)))
    return endpoints
      .handle("list", () => ProblemDetails.answering(everybody))
      .handle("get", ({ params }) => on(users.get, params.userId))
      .handleRaw("create", () => ProblemDetails.answering(add()))
      .handleRaw("change", ({ params }) => ProblemDetails.answering(edit(params.userId)))
      .handle("deactivate", ({ params }) => on(users.deactivate, params.userId))
      .handle("reactivate", ({ params }) => on(users.reactivate, params.userId))
  })
)

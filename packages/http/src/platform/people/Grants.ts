/** What there is to grant: privileges, and the roles that are sets of them. Told to anybody who has a credential. */
import { Effect, Schema } from "effect"
import { HttpApi, HttpApiBuilder, HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Privilege from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import { Guard } from "../../endpoint/Guard.ts"
import { needs, refusals } from "../../endpoint/Operation.ts"
import { list } from "../wire/Wire.ts"

const description = Schema.String.annotate({ description: "A sentence for whoever grants it." })

const PrivilegeRecord = Schema.Struct({ privilege: Privilege.Privilege, description }).annotate({
  identifier: "PrivilegeRecord"
})

const RoleRecord = Schema.Struct({
  role: Role.Role,
  description,
  privileges: Schema.Array(Privilege.Privilege)
}).annotate({ identifier: "RoleRecord" })

const privileges = HttpApiEndpoint.get("privileges", "/api/platform/privileges", {
  success: list(PrivilegeRecord),
  error: refusals("any credential")
})
  .annotateMerge(needs("any credential"))
  .annotateMerge(OpenApi.annotations({ summary: "Every privilege, with what it allows" }))

const roles = HttpApiEndpoint.get("roles", "/api/platform/roles", {
  success: list(RoleRecord),
  error: refusals("any credential")
})
  .annotateMerge(needs("any credential"))
  .annotateMerge(OpenApi.annotations({ summary: "Every role, with its privileges" }))

export const api = HttpApi.make("platform").add(
  HttpApiGroup.make("grants")
    .annotateMerge(
      OpenApi.annotations({ description: "What there is to grant: privileges, and the roles that are sets of them." })
    )
    .add(privileges, roles)
    .middleware(Guard)
)

const everyPrivilege = {
  items: Privilege.Privilege.literals.map((privilege) => ({ privilege, description: Privilege.sentences[privilege] }))
}
const everyRole = {
  items: Role.Role.literals.map((role) => ({
    role,
    description: Role.sentences[role],
    privileges: Role.privileges(role)
  }))
}

export const layer = HttpApiBuilder.group(api, "grants", (endpoints) =>
  Effect.succeed(
    endpoints
      .handle("privileges", () => Effect.succeed(everyPrivilege))
      .handle("roles", () => Effect.succeed(everyRole))
  )
)

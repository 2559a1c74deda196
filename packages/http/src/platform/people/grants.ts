/** The privileges and roles that can be granted. A role is a set of privileges. Any valid credential may read them. */
import { Effect, Schema } from "effect"
import * as Privilege from "@formwork/domain/callers/Privilege"
import * as Role from "@formwork/domain/callers/Role"
import { endpoint } from "../../endpoint/Endpoint.ts"
import { resource } from "../../endpoint/Resource.ts"
import { json } from "../../endpoint/Success.ts"
import { list } from "../wire/Wire.ts"

const description = Schema.String.annotate({ description: "A sentence for the person who grants it." })

const PrivilegeRecord = Schema.Struct({ privilege: Privilege.Privilege, description }).annotate({
  identifier: "PrivilegeRecord"
})

const RoleRecord = Schema.Struct({
  role: Role.Role,
  description,
  privileges: Schema.Array(Privilege.Privilege)
}).annotate({ identifier: "RoleRecord" })

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

const privileges = endpoint({
  name: "privileges",
  method: "GET",
  path: "/api/platform/privileges",
  summary: "Every privilege, with what it allows",
  needs: "any credential",
  success: json(list(PrivilegeRecord)),
  handle: () => Effect.succeed(everyPrivilege)
})

const roles = endpoint({
  name: "roles",
  method: "GET",
  path: "/api/platform/roles",
  summary: "Every role, with its privileges",
  needs: "any credential",
  success: json(list(RoleRecord)),
  handle: () => Effect.succeed(everyRole)
})

export const grants = resource(
  "grants",
  "The privileges and roles that can be granted. A role is a set of privileges.",
  privileges,
  roles
)

/** What a credential may be allowed to do (contract.md §3). */
import { Schema } from "effect"

export const Privilege = Schema.Literals([
  "submission:read",
  "submission:write",
  "submission:delete",
  "form:read",
  "form:write",
  "form:publish",
  "folder:read",
  "folder:write",
  "report:read",
  "apikey:read",
  "apikey:write",
  "user:read",
  "user:write",
  "effect:read",
  "effect:write",
  "audit:read",
  "organisation:write"
]).annotate({ identifier: "Privilege" })
export type Privilege = typeof Privilege.Type

/** What a credential may be allowed to do (spec/http.md §3.11). */
import { Schema } from "effect"

export const Privilege = Schema.Literals([
  "submission:read",
  "submission:write",
  "submission:delete",
  "form:read",
  "form:write",
  "form:publish",
  "table:read",
  "table:write",
  "table:publish",
  "folder:read",
  "folder:write",
  "report:read",
  "apikey:read",
  "apikey:write",
  "apikey:budget",
  "user:read",
  "user:write",
  "effect:read",
  "effect:write",
  "audit:read",
  "organisation:write"
]).annotate({ identifier: "Privilege" })
export type Privilege = typeof Privilege.Type

/** What each privilege allows, in a sentence for the person who grants it. */
export const sentences: { readonly [P in Privilege]: string } = {
  "submission:read": "Reads submissions, their history and their documents.",
  "submission:write": "Evaluates payloads, and files and changes submissions.",
  "submission:delete": "Deletes submissions for good, with a reason.",
  "form:read": "Reads forms, drafts and published versions.",
  "form:write": "Makes forms and changes their drafts.",
  "form:publish": "Publishes a form's draft, which makes it live.",
  "table:read": "Reads the tables that rules look up in, with all their rows.",
  "table:write": "Makes tables and changes their drafts.",
  "table:publish": "Publishes a table's draft as a version that forms can use.",
  "folder:read": "Sees the folders that forms lie in.",
  "folder:write": "Makes, renames, moves and deletes folders.",
  "report:read": "Reads what submissions come to: counts, sums and distributions.",
  "apikey:read": "Lists API keys, without their secrets.",
  "apikey:write": "Makes, rotates and revokes API keys, with privileges of its own.",
  "apikey:budget": "Gives API keys a budget above the deployment's.",
  "user:read": "Lists the people of the organisation.",
  "user:write": "Invites, changes and deactivates people; gives them roles whose privileges it all holds.",
  "effect:read": "Sees which effects fired and what became of them, and the names of secrets.",
  "effect:write": "Has effects sent again.",
  "audit:read": "Reads the audit log.",
  "organisation:write": "Changes the organisation itself, and sets the secrets that its effects use."
}

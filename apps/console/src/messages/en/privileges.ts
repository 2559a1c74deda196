import type { Privilege } from "@formwork/client/contract"
import { listed } from "./common.ts"

/** After "can": what a credential with the privilege may do. */
const may = {
  "submission:read": "read submissions",
  "submission:write": "file submissions",
  "submission:delete": "delete submissions",
  "form:read": "read forms",
  "form:write": "change forms",
  "form:publish": "publish forms",
  "table:read": "read tables",
  "table:write": "change tables",
  "table:publish": "publish tables",
  "folder:read": "see folders",
  "folder:write": "change folders",
  "report:read": "read reports",
  "apikey:read": "list API keys",
  "apikey:write": "make and revoke API keys",
  "apikey:budget": "raise budgets of API keys",
  "user:read": "list people",
  "user:write": "invite and change people",
  "effect:read": "see effects",
  "effect:write": "send effects again",
  "audit:read": "read the audit log",
  "organisation:write": "change the organisation and its secrets"
} satisfies { readonly [P in Privilege]: string }

/** What each allows, in a sentence for the person who grants it. */
const why = {
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
} satisfies { readonly [P in Privilege]: string }

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const privileges = {
  may,
  why,
  /** `Read forms, file submissions and 3 more` */
  short: ({ held }: { readonly held: ReadonlyArray<Privilege> }): string => {
    const words = held.map((privilege) => may[privilege])
    const parts = words.length <= 3 ? words : [...words.slice(0, 2), `${words.length - 2} more`]
    return capitalised(listed(parts))
  },
  /** `Read forms and file submissions` */
  whole: ({ held }: { readonly held: ReadonlyArray<Privilege> }): string =>
    capitalised(listed(held.map((privilege) => may[privilege]))),
  /** `read forms and file submissions` */
  all: ({ held }: { readonly held: ReadonlyArray<Privilege> }): string =>
    listed(held.map((privilege) => may[privilege]))
}

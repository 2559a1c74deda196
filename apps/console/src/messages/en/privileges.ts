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

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const privileges = {
  may,
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

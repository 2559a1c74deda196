/** A key that is being put together, and the request that makes it. */
import { operations } from "@formwork/client/contract"
import type { ApiKeyRequest, Privilege } from "@formwork/client/contract"

export type Expiry = "never" | "30" | "90" | "365" | "date"

export interface KeyDraft {
  readonly name: string
  readonly privileges: ReadonlySet<Privilege>
  /** Of each: an empty one is no limit. */
  readonly forms: ReadonlySet<string>
  readonly folders: ReadonlySet<string>
  readonly operations: ReadonlySet<string>
  /** As typed: digits. */
  readonly requestsPerMinute: string
  /** As typed: networks between spaces, commas or lines. */
  readonly addresses: string
  readonly expiry: Expiry
  /** `2026-12-31`, for the expiry by date. */
  readonly expiryDate: string
}

export const emptyKey: KeyDraft = {
  name: "",
  privileges: new Set(),
  forms: new Set(),
  folders: new Set(),
  operations: new Set(),
  requestsPerMinute: "",
  addresses: "",
  expiry: "365",
  expiryDate: ""
}

/** The ids that a key can be limited to. Those of v1 have no group. */
export const operationIds: ReadonlyArray<string> = Object.entries(operations).flatMap(([group, members]) =>
  Object.keys(members).map((name) => (group === "v1" ? name : `${group}.${name}`))
)

export const addressesIn = (text: string): ReadonlyArray<string> => text.split(/[\s,;]+/u).filter(Boolean)

/** When the key ends; the last moment of a day that was chosen by its date, in the person's zone. */
export const endOf = ({ expiry, expiryDate }: Pick<KeyDraft, "expiry" | "expiryDate">, now: number): number | null => {
  if (expiry === "never") return null
  if (expiry !== "date") return now + Number(expiry) * 86_400_000
  const end = new Date(`${expiryDate}T23:59:59`).getTime()
  return Number.isNaN(end) ? null : end
}

export type Lacking = "name" | "privileges" | "requestsPerMinute" | "expiryDate"

/** The first control that keeps the draft from being sent. JSON cannot hold every text of `requestsPerMinute` as a number. */
export const lacking = (draft: KeyDraft): Lacking | undefined => {
  if (draft.name.trim() === "") return "name"
  if (draft.privileges.size === 0) return "privileges"
  if (!/^\s*\d{0,9}\s*$/u.test(draft.requestsPerMinute)) return "requestsPerMinute"
  return draft.expiry === "date" && endOf(draft, 0) === null ? "expiryDate" : undefined
}

const budgetOf = (text: string): number | null => (text.trim() === "" ? null : Number(text))

const some = (ids: ReadonlySet<string>): ReadonlyArray<string> | null => (ids.size === 0 ? null : [...ids])

export const requestOf = (draft: KeyDraft, now: number): ApiKeyRequest => {
  const end = endOf(draft, now)
  const addresses = addressesIn(draft.addresses)
  return {
    name: draft.name.trim(),
    privileges: [...draft.privileges],
    ...(end === null ? {} : { expiresAt: new Date(end).toISOString() }),
    forms: some(draft.forms),
    folders: some(draft.folders),
    operations: some(draft.operations),
    requestsPerMinute: budgetOf(draft.requestsPerMinute),
    addresses: addresses.length === 0 ? null : addresses
  }
}

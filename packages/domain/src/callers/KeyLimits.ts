/** The limits of an API key: which forms it reaches, how often, from where, by which operations (spec/http.md §3.19). */
import { Schema } from "effect"
import { Id } from "./Ids.ts"
import type { Privilege } from "./Privilege.ts"
import * as Network from "./Network.ts"
import { BeyondLimits } from "./Refusal.ts"

const atMost = <S extends Schema.Constraint>(schema: S, count: number) =>
  Schema.NullOr(Schema.UniqueArray(schema).check(Schema.isMinLength(1), Schema.isMaxLength(count)))

/** In each member null stands for no limit. */
export const KeyLimits = Schema.Struct({
  /** Ids of forms. A key with `forms` or `folders` reaches the forms of both. */
  forms: atMost(Id, 100),
  /** Ids of folders: what is in them and in the folders below them, at each request. */
  folders: atMost(Id, 100),
  /** Requests in any fixed window of 60 seconds; null is the deployment's budget. */
  requestsPerMinute: Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 100_000 }))),
  /** The networks that a request may come from. */
  addresses: atMost(Network.Network, 32),
  /** Ids of operations, as in the OpenAPI documents. */
  operations: atMost(Schema.String.check(Schema.isPattern(/^[A-Za-z.]{1,60}$/u)), 100)
})
export type KeyLimits = typeof KeyLimits.Type

export const none: KeyLimits = {
  forms: null,
  folders: null,
  requestsPerMinute: null,
  addresses: null,
  operations: null
}

/** A caller's limits; null where it has none, as every session and operator. */
export type Limits = KeyLimits | null

/** Null if every member is null. */
export const compact = (limits: KeyLimits): Limits =>
  limits.forms === null &&
  limits.folders === null &&
  limits.requestsPerMinute === null &&
  limits.addresses === null &&
  limits.operations === null
    ? null
    : limits

/** The forms and folders that narrow what a caller reaches; undefined for a caller that reaches every form. */
export const reach = (
  limits: Limits
): { readonly forms: ReadonlyArray<string>; readonly folders: ReadonlyArray<string> } | undefined => {
  if (limits === null || (limits.forms === null && limits.folders === null)) return undefined
  return { forms: limits.forms ?? [], folders: limits.folders ?? [] }
}

/** Privileges over the whole organisation: with one of them a key would reach, or show, forms that its limits leave out. */
export const wholeOrganisation: ReadonlyArray<Privilege> = [
  "folder:write",
  "table:read",
  "table:write",
  "table:publish",
  "user:write",
  "audit:read",
  "organisation:write"
]

/** Whether a request from `address` fits. An unknown address fits no limit. */
export const admitsAddress = (limits: Limits, address: string | undefined): boolean =>
  limits?.addresses === undefined ||
  limits.addresses === null ||
  (address !== undefined && limits.addresses.some((network) => Network.contains(network, address)))

export const allows = (limits: Limits, operation: string): boolean => limits?.operations?.includes(operation) ?? true

/**
 * A key with a budget of its own makes and replaces no key, itself included: each key spends its own budget, and a replacement begins
 * with a full one, so together they would have more than the first was given.
 */
export const sharesBudget = (maker: Limits): BeyondLimits | undefined =>
  maker === null || maker.requestsPerMinute === null ? undefined : new BeyondLimits({ limit: "requestsPerMinute" })

/**
 * The first limit of `maker` that `wanted` goes beyond. Whether the forms and folders that `wanted` names are within the maker's
 * needs the folders of the organisation: a store looks that up.
 * @param requestsPerMinute the deployment's budget, for a key without one of its own.
 */
export const firstBeyond = (maker: Limits, wanted: KeyLimits, requestsPerMinute: number): BeyondLimits | undefined => {
  if (maker === null) return undefined
  const { addresses, forms, operations } = wanted
  if (reach(maker) !== undefined && reach(wanted) === undefined) return new BeyondLimits({ limit: "forms" })
  // A form that the maker reaches by its folder may leave it: then the maker reaches it no longer, and the new key still would.
  if (reach(maker) !== undefined && forms?.every((id) => maker.forms?.includes(id)) === false)
    return new BeyondLimits({ limit: "forms" })
  if (maker.requestsPerMinute !== null && (wanted.requestsPerMinute ?? requestsPerMinute) > maker.requestsPerMinute)
    return new BeyondLimits({ limit: "requestsPerMinute" })
  if (maker.addresses !== null && addresses?.every((network) => admitsAddress(maker, network)) !== true)
    return new BeyondLimits({ limit: "addresses" })
  if (maker.operations !== null && operations?.every((operation) => allows(maker, operation)) !== true)
    return new BeyondLimits({ limit: "operations" })
  return undefined
}

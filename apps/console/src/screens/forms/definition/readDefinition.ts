/**
 * Reads and compares definitions with the server's own reader and checker. It has the rules in it, so screens fetch it when they need
 * it: `await import("./readDefinition.ts")`.
 */
import { check } from "@formwork/rules/check"
import { compare } from "@formwork/rules/compare"
import type { Change } from "@formwork/rules/Comparison"
import type { Fault } from "@formwork/rules/Fault"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { isObject, LongNumber } from "@formwork/rules/LongNumber"
import { readText, type Unread } from "../../author/document/readText.ts"
import type { TablesByKey } from "../../author/engine/tablesByKey.ts"

export type ReadDefinition =
  | { readonly kind: "unreadable"; readonly unread: Unread }
  | { readonly kind: "notObject" }
  /** A draft with such a number is refused, because it would be rounded. */
  | { readonly kind: "rounded"; readonly literal: string }
  | { readonly kind: "read"; readonly definition: JsonObject; readonly faults: ReadonlyArray<Fault> }

const longNumberIn = (value: Json): string | undefined => {
  if (value instanceof LongNumber) return value.literal
  if (typeof value !== "object" || value === null) return undefined
  for (const member of Object.values(value)) {
    const found = longNumberIn(member)
    if (found !== undefined) return found
  }
  return undefined
}

const faultsOf = (definition: Json, tables: TablesByKey): ReadonlyArray<Fault> => {
  const checked = check(definition, {}, tables)
  return checked._tag === "Failure" ? checked.failure : []
}

/** @param tables of the organisation that the definition names; without them each of them is a fault. */
export const readDefinition = (text: string, tables: TablesByKey = {}): ReadDefinition => {
  const read = readText(text, "The text")
  if ("unread" in read) return { kind: "unreadable", unread: read.unread }
  const { value } = read
  if (!isObject(value)) return { kind: "notObject" }
  const literal = longNumberIn(value)
  if (literal !== undefined) return { kind: "rounded", literal }
  return { kind: "read", definition: value, faults: faultsOf(value, tables) }
}

export type Compared =
  | { readonly kind: "changes"; readonly changes: ReadonlyArray<Change> }
  | { readonly kind: "faults"; readonly faults: ReadonlyArray<Fault> }

/** What differs between two definitions as the API gave them; the faults of the later one where it has any. */
export const compareDefinitions = (before: unknown, after: unknown, tables: TablesByKey = {}): Compared => {
  const [earlier, later] = [check(asJson(before), {}, tables), check(asJson(after), {}, tables)]
  if (later._tag === "Failure") return { kind: "faults", faults: later.failure }
  if (earlier._tag === "Failure") return { kind: "faults", faults: earlier.failure }
  return { kind: "changes", changes: compare(earlier.success, later.success).changes }
}

/** What an answer of the API had, which `JSON.parse` has read. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an answer's body is JSON
const asJson = (value: unknown): Json => value as Json

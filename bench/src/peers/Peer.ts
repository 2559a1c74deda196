/** An engine to compare with: the same quote in its own language. */
import type { JsonObject } from "@formwork/rules/Json"

/** The result that every engine has to find, in one form to compare. */
export interface QuoteResult {
  readonly ages: ReadonlyArray<number>
  readonly youngDrivers: number
  /** Base, extras, tax, premium, as `945.46`. */
  readonly money: ReadonlyArray<string>
  /** Hidden fields and rows' fields, in the order of the form. */
  readonly hidden: ReadonlyArray<string>
  /** Ids of the outcomes, in order. */
  readonly outcomes: ReadonlyArray<string>
  /** Whether no required answer is missing and the checks hold. */
  readonly valid: boolean
}

/** Ready to run: compiled as far as the engine can. */
export interface Ready {
  /** The timed call. Returns a promise where the engine does. */
  readonly run: (payload: JsonObject) => unknown
  /** The same call, with its result in the form to compare. */
  readonly result: (payload: JsonObject) => Promise<QuoteResult>
}

export interface Peer {
  readonly name: string
  /** What is done for it by hand, and what it does not do. */
  readonly notes: string
  readonly prepare: () => Ready
}

/** Two decimals of a number that counts pounds. */
export const pounds = (value: number): string => value.toFixed(2)

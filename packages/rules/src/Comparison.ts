/** What differs between two definitions of one form, and which differences can break a caller. */
import type { Json } from "./Json.ts"

/** The part of a form that changed. */
export type ChangedPart =
  | "form"
  | "constant"
  | "table"
  | "field"
  | "section"
  | "check"
  | "outcome"
  | "effect"
  | "state"
  | "transition"

export interface Change {
  readonly subject: ChangedPart
  /** The field's slug, `drivers.birthDate` in a list; the name of a constant or a table; the id of a section or a rule; a state; of a transition `in_review.approve`. Empty for the form itself. */
  readonly name: string
  readonly change: "added" | "removed" | "changed"
  /** The member that changed, as the definition has it: `maxLength`, `visibleWhen`, `options`. */
  readonly member?: string
  /** As the definitions write them. Left out on the side that has no such member. */
  readonly before?: Json
  readonly after?: Json
  /** Whether a payload that was valid may be refused, or a result that a caller reads goes away or is of another type. */
  readonly breaking: boolean
  /** Why the change is breaking, in a sentence for a form author. */
  readonly why?: string
}

export interface Comparison {
  /** Whether any change is breaking. */
  readonly breaking: boolean
  /** In the order form, constants, tables, fields, sections, checks, outcomes, effects, workflow, translations; within each, what was removed comes last. */
  readonly changes: ReadonlyArray<Change>
}

/** The same part before and after. */
export interface Pair<A> {
  readonly before: A
  readonly after: A
}

/** Pairs the parts of both sides by name, in the order of the later side; removed parts come last. */
export const paired = <A>(
  before: ReadonlyArray<A>,
  after: ReadonlyArray<A>,
  nameOf: (one: A) => string
): ReadonlyArray<{ readonly name: string; readonly before: A | undefined; readonly after: A | undefined }> => {
  const earlier = new Map(before.map((one) => [nameOf(one), one]))
  const later = new Map(after.map((one) => [nameOf(one), one]))
  return [
    ...[...later].map(([name, one]) => ({ name, before: earlier.get(name), after: one })),
    ...[...earlier].flatMap(([name, one]) => (later.has(name) ? [] : [{ name, before: one, after: undefined }]))
  ]
}

export const same = (before: unknown, after: unknown): boolean => JSON.stringify(before) === JSON.stringify(after)

/** A change of one member. `why` is given only where the change is breaking. */
export const changed = (
  subject: ChangedPart,
  name: string,
  member: string,
  { after, before }: Pair<Json | undefined>,
  why?: string
): Change => ({
  subject,
  name,
  change: "changed",
  member,
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
  ...reason(why)
})

export const reason = (why: string | undefined): Pick<Change, "breaking" | "why"> =>
  why === undefined ? { breaking: false } : { breaking: true, why }

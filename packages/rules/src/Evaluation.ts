/** What running a payload through a form's rules gives (spec/http.md §5). */
import type { Json, JsonObject } from "./Json.ts"

/** How serious an outcome is, least first. It never changes `valid`. */
export const severities = ["info", "warning", "error"] as const
export type Severity = (typeof severities)[number]

/** A named flag that a form's rules raised. */
export interface Outcome {
  readonly id: string
  readonly message: string
  readonly severity: Severity
  /** Of an outcome about a field: where it was raised, as a problem has it. */
  readonly field?: string
  readonly pointer?: string
}

/** Every kind of problem a payload can have; spec/http.md §2.12. */
export const problemCodes = [
  "required",
  "type",
  "unknown_field",
  "min",
  "max",
  "min_length",
  "max_length",
  "pattern",
  "choice",
  "decimals",
  "min_items",
  "max_items",
  "unique",
  "storable",
  "too_large",
  "rule"
] as const
export type ProblemCode = (typeof problemCodes)[number]

/** One reason why a payload would not be accepted. */
export interface Problem {
  /** Slug of the field; `drivers[1].birthDate` in a list; empty where a check names no field. */
  readonly field: string
  /** A sentence for a person. */
  readonly message: string
  readonly code: ProblemCode
  /** JSON Pointer (RFC 6901) into the request body, e.g. `/data/drivers/1/birthDate`. */
  readonly pointer: string
}

/**
 * The options that are not offered, as their values, by the field's name: `cover`; of a row's field `drivers[1].licence`. A field that
 * offers all of its options, or is hidden, is left out.
 */
export interface HiddenOptions {
  readonly [field: string]: ReadonlyArray<string>
}

/** The result of one evaluation. The same payload, version and `today` give the same bytes. */
export interface Evaluation {
  /** True when there is no problem. */
  readonly valid: boolean
  /** Every computed field that is not hidden, by slug; `null` where an input that it needs is missing. */
  readonly calculatedData: JsonObject
  /** Slugs the rules hid, in definition order; a row's field as `drivers[1].licenceNumber`. */
  readonly hiddenFields: ReadonlyArray<string>
  /** Of a form with options that have a `when`. */
  readonly hiddenOptions?: HiddenOptions
  readonly outcomes: ReadonlyArray<Outcome>
  readonly problems: ReadonlyArray<Problem>
  /** What is stored: the payload without hidden, computed and unknown fields; nothing rewritten. */
  readonly data: JsonObject
  /** Ids of the effects whose `when` is true or left out, in definition order. Their `on` is not looked at. */
  readonly effects: ReadonlyArray<string>
}

/** The values of a form after one evaluation. A hidden field is in neither; a computed one is in the second only. */
export type StoredValues = Pick<Evaluation, "data" | "calculatedData">

/** A value that a rule looked at: `cover`, `drivers.birthDate` (of every row), `today`. */
export interface TraceRead {
  readonly name: string
  /** As JSON, null where missing; of a list's field one for each row; of a list itself how many rows it has. */
  readonly value: Json
}

/** One rule of one evaluation (spec/http.md §5.7). */
export interface TraceEntry {
  /** JSON Pointer (RFC 6901) of the rule in the form's definition, e.g. `/fields/3/formula`. */
  readonly pointer: string
  /** The row that it ran for, from 0, where it belongs to a list's rows. */
  readonly row?: number
  /** The rule as its author wrote it. */
  readonly expression: string
  readonly read: ReadonlyArray<TraceRead>
  /** The result: a value, true or false; null where it is missing. */
  readonly gave: Json
  /** The same in a sentence. */
  readonly words: string
}

export interface ExplainedEvaluation extends Evaluation {
  /**
   * In the order in which the rules ran. Rules of hidden fields do not run. The trace ends after 5,000 rules, or before the
   * values that they read come to 25,000, 16 characters of a text counted as one.
   */
  readonly trace: ReadonlyArray<TraceEntry>
}

/**
 * What the caller may see of an evaluation (spec/http.md §5). The data to store and which effects would fire are for the service
 * alone: they show how the organisation works.
 */
export type EvaluationResult = Omit<Evaluation, "data" | "effects">

/**
 * The part of an evaluation that answers a request, as HTTP answers it: `context.json(resultOf(evaluation))`. An explained
 * evaluation loses its trace.
 */
export const resultOf = ({
  calculatedData,
  hiddenFields,
  hiddenOptions,
  outcomes,
  problems,
  valid
}: EvaluationResult): EvaluationResult => ({
  valid,
  calculatedData,
  hiddenFields,
  ...(hiddenOptions === undefined ? {} : { hiddenOptions }),
  outcomes,
  problems
})

/**
 * The JSON of `resultOf`.
 * INVARIANT: the same bytes as encoding it by the schema of the API's document, at a third of the cost.
 */
export const toJson = (evaluation: EvaluationResult): string => JSON.stringify(resultOf(evaluation))

/** A result of a form that is still being filled. */
export type LenientResult<R extends EvaluationResult = EvaluationResult> = R & {
  /** The problems of code `required`: what a complete submission lacks. */
  readonly missing: ReadonlyArray<Problem>
}

/**
 * What a complete evaluation (`draft: false`) shows while its form is being filled: what is not filled in yet is no problem. `valid`
 * and `problems` are those of the same evaluation as a draft, and all other members stay.
 *
 * ```ts
 * const { missing, problems } = lenient(form.evaluate(data, { today, draft: false }))
 * ```
 */
export const lenient = <R extends EvaluationResult>(complete: R): LenientResult<R> => {
  const problems = complete.problems.filter(({ code }) => code !== "required")
  return { ...complete, valid: problems.length === 0, problems, missing: missingIn(complete) }
}

/** The problems of code `required`, in the order of all problems. */
export const missingIn = ({ problems }: EvaluationResult): ReadonlyArray<Problem> =>
  problems.filter(({ code }) => code === "required")

/** A form that a person fills: what a page shows, and what a payload gives while it grows. `runPortable` and `fillable` make one. */
import type { Extensions, Field, Section } from "./Definition.ts"
import type { EvaluationResult, ProblemCode, TraceEntry } from "./Evaluation.ts"
import type { JsonObject } from "./Json.ts"
import type { FileSentences } from "./Sentence.ts"

export interface FillableField {
  readonly field: Field
  readonly computed: boolean
  /** The codes of the problems for which the field has a sentence of its author's. */
  readonly ownWords: ReadonlyArray<ProblemCode>
  /** Of a file: its author's own sentences for one that the field does not take, so that a page need not send it. */
  readonly fileSentences?: FileSentences
  /** Of a list: the fields of its rows. Else empty. */
  readonly rows: ReadonlyArray<FillableField>
}

/** A complete evaluation, and what it asks for. */
export interface Filling extends EvaluationResult {
  /**
   * The fields that a complete payload has to have, as far as the rules know now, whether they are there or not: written and ordered
   * as `hiddenFields` is, `drivers[1].licenceNumber` in a list.
   */
  readonly requiredFields: ReadonlyArray<string>
}

export interface FillableForm {
  readonly title: string
  /** IANA name. The page's `today` is the date there, and date-times are read and shown there. */
  readonly timeZone: string
  /** In which its built-in sentences are: `en`, `de`, `es`, `fr` or `pt`. */
  readonly language?: string
  readonly fields: ReadonlyArray<FillableField>
  /** Fields that are shown together, and the pages that they begin. Fields of no section come after all of them. */
  readonly sections: ReadonlyArray<Section>
  /** The form's own `x-` members. */
  readonly extensions: Extensions
  /**
   * Runs `data` through every rule, as `evaluate` with `draft: false` does. Never throws: what is wrong is in `problems`. What a person
   * sees before they are done is `lenient` of it.
   */
  readonly fill: (data: JsonObject, today: string) => Filling
  /** The rules of the same evaluation, each with what it read. A form that was written by `toPortable` has none: its rules have no text. */
  readonly trace?: (data: JsonObject, today: string) => ReadonlyArray<TraceEntry>
}

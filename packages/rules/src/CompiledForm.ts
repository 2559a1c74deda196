/** A form ready to run: immutable, without I/O or a clock, safe to share and to keep. */
import type { Content } from "./Content.ts"
import type { DefinitionHead } from "./Definition.ts"
import type { Evaluation, ExplainedEvaluation } from "./Evaluation.ts"
import type { InternalFields } from "./Internal.ts"
import type { JsonObject } from "./Json.ts"
import type { FileField } from "./values/files.ts"

export interface EvaluateOptions {
  /** The date in the form's time zone, `YYYY-MM-DD`: the only clock a rule can see. */
  readonly today: string
  /** A draft lifts `required` and nothing else. */
  readonly draft: boolean
}

export interface CompiledForm {
  readonly definition: DefinitionHead
  /** For `resultWithout` and `shownWithout`: everything here has them in it. Undefined where the form has none. */
  readonly internal: InternalFields | undefined
  /** Its fields of type `file`, for `fileValues`. Most forms have none. */
  readonly files: ReadonlyArray<FileField>
  /** An estimate of the memory it keeps after many runs, within a factor of two. A cache of forms is bounded by it. */
  readonly bytes: number
  /** Runs `data`, keyed by slug and untrusted, through every rule. Never throws: what is wrong is in `problems`. */
  readonly evaluate: (data: JsonObject, options: EvaluateOptions) => Evaluation
  /** The same evaluation, with a trace of its rules. It is slower; `evaluate` does no work for the trace. */
  readonly explain: (data: JsonObject, options: EvaluateOptions) => ExplainedEvaluation
  /** The same in slices: it pauses after the evaluation and after each rule. A form of the largest size takes some 60 ms to explain. */
  readonly explainInSlices: (
    data: JsonObject,
    options: EvaluateOptions
  ) => Generator<undefined, ExplainedEvaluation, undefined>
  /**
   * The languages that the effects of `effectIds` are written in, by their ids: those whose author says a `language`, in the form's own where that
   * gives no language of the form. Works from an evaluation, as `render` does. Each is rendered by the same form in that language
   * (`accepts` of `check`); this one renders every effect in its own.
   */
  readonly languagesOf: (
    evaluation: Evaluation,
    effectIds: ReadonlyArray<string>,
    context: Pick<RenderContext, "today">
  ) => ReadonlyMap<string, string>
  /**
   * What the effects of `effectIds` send, by their ids. Works from an evaluation of this form and runs no rule: templates and
   * expressions of effects read the values of the evaluation.
   * The same evaluation, version and context give the same bytes. Where an author wrote `{$reference}`, and in a delivery's
   * `referenceNumber`, the content has `referenceMarker(submissionId)`, which no escaping changes: the caller that stores the
   * submission puts the reference number in its place. A notification whose every recipient is missing is left out, as is an
   * id that no effect has. Never throws.
   */
  readonly render: RenderEffects
}

/** What rendering needs besides the evaluation. */
export interface RenderContext {
  /** The date that the payload was evaluated with, `YYYY-MM-DD`. */
  readonly today: string
  readonly submissionId: string
  readonly formId: string
  readonly formVersionId: string
  readonly formTitle: string
  /** `draft`, or a state of the form's workflow: the one that the submission is in when the effect fires. */
  readonly state: string
  /** What happened: `filed`, `draft_saved` or `state:<name>`. */
  readonly on: string
  /** When it happened, RFC 3339. */
  readonly timestamp: string
  /** When the submission was first stored, RFC 3339. */
  readonly createdAt: string
  /** The names of the files that its values name, by their ids. People read a file's name, and never its id: one that is not here is shown as missing. */
  readonly files?: ReadonlyMap<string, string>
}

export type RenderEffects = (
  evaluation: Evaluation,
  effectIds: ReadonlyArray<string>,
  context: RenderContext
) => ReadonlyMap<string, Content>

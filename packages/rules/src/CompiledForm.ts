/** A form ready to run: immutable, without I/O or a clock, safe to share and to keep. */
import type { Content } from "./Content.ts"
import type { DefinitionHead } from "./Definition.ts"
import type { Evaluation, ExplainedEvaluation } from "./Evaluation.ts"
import type { JsonObject } from "./Json.ts"

export interface EvaluateOptions {
  /** The date in the form's time zone, `YYYY-MM-DD`: the only clock a rule can see. */
  readonly today: string
  /** A draft lifts `required` and nothing else. */
  readonly draft: boolean
}

export interface CompiledForm {
  readonly definition: DefinitionHead
  /** About how much memory it keeps once it has run often, within a factor of two: what a cache of forms is bounded by. */
  readonly bytes: number
  /** Runs `data`, keyed by slug and untrusted, through every rule. Never throws and never refuses: what is wrong is in `problems`. */
  readonly evaluate: (data: JsonObject, options: EvaluateOptions) => Evaluation
  /** The same evaluation, and how it came about. Slower; an evaluation that does not ask for it does not pay for it. */
  readonly explain: (data: JsonObject, options: EvaluateOptions) => ExplainedEvaluation
  /**
   * What the effects of `effectIds` send, by their ids. Works from an evaluation of this form and runs no rule: templates and
   * expressions of effects read the values of the evaluation.
   * The same evaluation, version and context give the same bytes. Where an author wrote `{$reference}`, and in a delivery's
   * `referenceNumber`, `referenceMarker(submissionId)` stands, whatever is escaped around it: the caller that stores the
   * submission puts the reference number in its place. A notification whose every recipient is missing is left out, as is an
   * id that no effect has. Never throws.
   */
  readonly render: RenderEffects
}

/** What rendering is given besides the evaluation. */
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
}

export type RenderEffects = (
  evaluation: Evaluation,
  effectIds: ReadonlyArray<string>,
  context: RenderContext
) => ReadonlyMap<string, Content>

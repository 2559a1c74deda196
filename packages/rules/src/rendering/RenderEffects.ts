/** Rendering as callers see it: what it is given besides the payload, and what it gives. */
import type { EvaluateOptions } from "../CompiledForm.ts"
import type { Content } from "../Content.ts"
import type { JsonObject } from "../Json.ts"

export interface RenderContext {
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
  data: JsonObject,
  options: EvaluateOptions,
  effectIds: ReadonlyArray<string>,
  context: RenderContext
) => ReadonlyMap<string, Content>

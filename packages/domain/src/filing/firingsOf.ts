/** What happened to a submission, as firings: the effects that are due, each with what it sends. */
import { DateTime, Effect } from "effect"
import type { SecureRandom } from "effect/crypto"
import type { RenderContext } from "@formwork/rules/CompiledForm"
import type { Content } from "@formwork/rules/Content"
import { CurrentRequest } from "../audit/CurrentRequest.ts"
import type { Caller } from "../callers/Caller.ts"
import type { LiveForms } from "../forms/LiveForms.ts"
import type { Evaluated } from "./Evaluated.ts"
import type { Firing } from "./Firing.ts"
import { FiringId } from "./Firing.ts"
import type { SubmissionId } from "./Submission.ts"

/** Something that effects wait for: a submission was filed, a draft saved, a state entered. */
export interface SubmissionEvent {
  /** `filed`, `draft_saved` or `state:<name>`. */
  readonly on: string
  readonly submissionId: SubmissionId
  /** The state that the submission is in then: `draft`, or one of its workflow. */
  readonly state: string
  readonly at: DateTime.Utc
  /** When the submission was first stored. */
  readonly createdAt: DateTime.Utc
  /** The names of the files that its values name, by their ids. Asked for only where effects are due. */
  readonly files: Effect.Effect<ReadonlyMap<string, string>>
}

/** What effects need of the services around them. */
export interface Surroundings {
  readonly random: SecureRandom.SecureRandom["Service"]
  readonly forms: LiveForms["Service"]
}

/** What the effects send, each in the language that its author says: by the same version in that language (docs/decisions/0296). */
const contentsOf = Effect.fnUntraced(function* (
  forms: LiveForms["Service"],
  caller: Caller,
  { evaluation, form }: Evaluated,
  ids: ReadonlyArray<string>,
  context: RenderContext
): Effect.fn.Return<ReadonlyMap<string, Content>> {
  const languages = form.compiled.languagesOf(evaluation, ids, context)
  if (languages.size === 0) return form.compiled.render(evaluation, ids, context)
  const own = form.compiled.definition.language
  const contents = new Map<string, Content>()
  for (const language of new Set(ids.map((id) => languages.get(id) ?? own))) {
    const { compiled } = language === own ? form : yield* forms.inLanguage(caller, form, language ? [language] : [])
    const said = ids.filter((id) => (languages.get(id) ?? own) === language)
    const formTitle = compiled.definition.title
    for (const [id, content] of compiled.render(evaluation, said, { ...context, formTitle })) contents.set(id, content)
  }
  return contents
})

/**
 * One firing for each effect of the form that waits for `on`, whose `when` held, and that has a recipient, in definition
 * order. The reference number is not known yet: `ReferenceMarker` stands for it in their contents.
 */
export const firingsOf = Effect.fnUntraced(function* (
  { forms, random }: Surroundings,
  caller: Caller,
  evaluated: Evaluated,
  { at, createdAt, files, on, state, submissionId }: SubmissionEvent
) {
  const { evaluation, form, today } = evaluated
  const { compiled, formId, versionId } = form
  const { effects, title } = compiled.definition
  const due = effects.filter((effect) => effect.on === on && evaluation.effects.includes(effect.id))
  if (due.length === 0) return []
  const ids = due.map(({ id }) => id)
  const timestamp = DateTime.formatIso(at)
  const contents = yield* contentsOf(forms, caller, evaluated, ids, {
    today,
    submissionId,
    formId,
    formVersionId: versionId,
    formTitle: title,
    state,
    on,
    timestamp,
    createdAt: createdAt === at ? timestamp : DateTime.formatIso(createdAt),
    files: yield* files
  })
  const { trace } = yield* CurrentRequest
  const traced = trace === undefined ? {} : { traceparent: trace.traceparent }
  const firings: Array<Firing> = []
  for (const { id: effectId, kind } of due) {
    const content = contents.get(effectId)
    if (content === undefined) continue
    firings.push({ id: FiringId.make(yield* random.uuidV7()), effectId, kind, on, content, ...traced })
  }
  return firings.map((firing) => attaching(firing, firings))
})

/** INVARIANT: an e-mail knows the firings of all documents that its content attaches, and is stored in one transaction with them. */
const attaching = (firing: Firing, all: ReadonlyArray<Firing>): Firing => {
  if (firing.content?.kind !== "notification") return firing
  const { attach = [] } = firing.content
  const [first, ...others] = attach.flatMap((name) =>
    all.filter(({ effectId }) => effectId === name).map(({ id }) => id)
  )
  return first === undefined ? firing : { ...firing, attachments: [first, ...others] }
}

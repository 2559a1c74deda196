/** Evaluating as an author does: by any version of a form, its draft or a definition that is stored nowhere. Stores nothing. */
import { Clock, Context, Effect, Layer } from "effect"
import { lenient, missingIn, resultOf } from "@formwork/rules/Evaluation"
import type { LenientResult } from "@formwork/rules/Evaluation"
import type { Json, JsonObject } from "@formwork/rules/Json"
import * as Caller from "../callers/Caller.ts"
import { DefinitionInvalid, FormVersionNotFound, RequestInvalid } from "../callers/Refusal.ts"
import type { FormNotFound, PrivilegeMissing } from "../callers/Refusal.ts"
import { Analyses } from "../forms/Analyses.ts"
import { liveDefinition } from "../forms/liveDefinition.ts"
import type { Evaluated } from "../forms/Analysis.ts"
import type { FormId, FormVersionId } from "../forms/Form.ts"
import { FormStore } from "../forms/FormStore.ts"
import { inSlices } from "../limits/inSlices.ts"
import { type Accepts, type Said, saidBy } from "../forms/Reader.ts"
import { LiveForms } from "../forms/LiveForms.ts"
import type { LiveForm } from "../forms/LiveForms.ts"
import { dateAt } from "../forms/Today.ts"
import { isEffect } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import { problem } from "../request/decoder.ts"
import * as Payload from "../request/Payload.ts"

export interface PreviewRequest {
  /** Values keyed by field slug; untrusted. */
  readonly data: JsonObject
  /** The live version (the default), the draft, a version by its id, or by its number from 1. */
  readonly version?: "live" | "draft" | FormVersionId | number
  /** In the place of `version`: a definition that is stored nowhere; untrusted. Its `code` may be another than the form's. */
  readonly definition?: Json
  /** True evaluates as a complete submission, as `Evaluations.evaluate` does. The default is lenient: missing values are no problems. */
  readonly complete?: boolean
  /** Adds the trace of the rules. */
  readonly explain?: boolean
  /** The languages that the reader wants. */
  readonly accepts?: Accepts
  /** The date that rules see, `YYYY-MM-DD`; the default is the date in the form's time zone. */
  readonly today?: string
}

/** `valid` and `problems` are lenient unless `complete` was asked for; `missing` is the same in both. */
export interface Preview extends LenientResult<Evaluated>, Said {
  /** Null where the draft or an unsaved definition was run. */
  readonly formVersionId: FormVersionId | null
  /** The revision of the draft that was run; null where something else was. */
  readonly definitionRevision: number | null
  /** The date that the rules saw, `YYYY-MM-DD`. */
  readonly today: string
}

/** A complete evaluation, and what made it. */
interface Run extends Pick<Preview, "formVersionId" | "definitionRevision" | "language" | "today"> {
  readonly evaluated: Evaluated
}

export class Previews extends Context.Service<
  Previews,
  {
    /**
     * Runs `data` through a definition of `formId`: one that is stored, or that is on its way to be. Stores nothing, and is not counted
     * in reports of usage. What is not published is checked as publishing checks it, but for secrets and addresses of effects, which an
     * evaluation does not use; that and the evaluation are done in a turn of the organisation, off the thread of requests (`Analyses`).
     * Refuses, in this order: `PrivilegeMissing` (`form:read`), `FormNotFound`, `PrivilegeMissing` (`submission:write`), `RequestInvalid`,
     * also where both `version` and `definition` are given, `FormNotFound` where no version is live, `FormVersionNotFound`,
     * `DefinitionInvalid` with every fault of the draft or the definition.
     */
    readonly evaluate: (
      caller: Caller.Caller,
      formId: FormId,
      request: Decoded<PreviewRequest>
    ) => Effect.Effect<
      Preview,
      PrivilegeMissing | FormNotFound | RequestInvalid | FormVersionNotFound | DefinitionInvalid
    >
  }
>()("@formwork/domain/evaluation/Previews") {
  static readonly layer = Layer.effect(
    Previews,
    Effect.gen(function* () {
      const store = yield* FormStore
      const forms = yield* LiveForms
      const analyses = yield* Analyses
      const published = findVersion(store, forms)

      const runPublished = Effect.fnUntraced(function* (
        caller: Caller.Caller,
        form: LiveForm,
        { accepts = [], data, explain = false, today: given }: PreviewRequest
      ) {
        const { compiled, versionId } = yield* forms.inLanguage(caller, form, accepts)
        const today = given ?? dateAt(yield* Clock.currentTimeMillis, compiled.definition.timeZone)
        const options = { today, draft: false }
        const made = saidBy(compiled, { formVersionId: versionId, definitionRevision: null, today })
        if (!explain) return { ...made, evaluated: resultOf(compiled.evaluate(data, options)) }
        const explained = yield* inSlices(compiled.explainInSlices(data, options))
        return { ...made, evaluated: { ...resultOf(explained), trace: explained.trace } }
      })

      const runUnpublished = Effect.fnUntraced(function* (
        caller: Caller.Caller,
        formId: FormId,
        definition: Json,
        definitionRevision: number | null,
        { accepts = [], data, explain = false, today }: PreviewRequest
      ) {
        const now = yield* Clock.currentTimeMillis
        const ask = { accepts, definition, data, explain, now, today }
        const answer = yield* analyses.run(caller, "evaluation", ask, liveDefinition(store, caller, formId))
        return "faults" in answer
          ? yield* new DefinitionInvalid(answer)
          : { ...answer, formVersionId: null, definitionRevision }
      })

      const run = Effect.fnUntraced(function* (
        caller: Caller.Caller,
        formId: FormId,
        request: PreviewRequest
      ): Effect.fn.Return<Run, FormNotFound | FormVersionNotFound | DefinitionInvalid> {
        const { definition, version = "live" } = request
        if (definition !== undefined) return yield* runUnpublished(caller, formId, definition, null, request)
        if (version !== "draft") return yield* runPublished(caller, yield* published(caller, formId, version), request)
        const { draft, draftRevision } = yield* store.get(caller, formId)
        return yield* runUnpublished(caller, formId, draft, draftRevision, request)
      })

      const evaluate = Effect.fn("Previews.evaluate")(function* (
        caller: Caller.Caller,
        formId: FormId,
        given: Decoded<PreviewRequest>
      ) {
        yield* Caller.require(caller, "form:read")
        yield* store.record(caller, formId)
        yield* Caller.require(caller, "submission:write")
        const request = isEffect(given) ? yield* given : { ...given, data: yield* Payload.decode(given.data) }
        if (request.definition !== undefined && request.version !== undefined) return yield* ambiguous()
        const { evaluated, ...made } = yield* run(caller, formId, request)
        return request.complete === true
          ? { ...evaluated, missing: missingIn(evaluated), ...made }
          : { ...lenient(evaluated), ...made }
      })
      return Previews.of({ evaluate })
    })
  ).pipe(Layer.provide(Analyses.layer))
}

const ambiguous = () =>
  new RequestInvalid({
    problems: [problem(["version"], "rule", "chooses what is run, and so does `definition`: send one of them")]
  })

/** A published version. Refuses: `FormNotFound` where none is live, `FormVersionNotFound`. */
const findVersion = (store: FormStore["Service"], forms: LiveForms["Service"]) =>
  Effect.fnUntraced(function* (
    caller: Caller.Caller,
    formId: FormId,
    version: "live" | FormVersionId | number
  ): Effect.fn.Return<LiveForm, FormNotFound | FormVersionNotFound> {
    if (version === "live") return yield* forms.get(caller, formId)
    if (typeof version === "string") return yield* forms.version(caller, formId, version)
    const [newest] = yield* store.versions(caller, formId, { limit: 1, before: version + 1 })
    if (newest?.number !== version) return yield* new FormVersionNotFound()
    return yield* forms.version(caller, formId, newest.id)
  })

/** The cache of compiled versions: the live version of a form, and any version by its id. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { chooseLanguage } from "@formwork/rules/Language"
import type { CompiledForm } from "@formwork/rules/CompiledForm"
import type { Caller } from "../callers/Caller.ts"
import * as KeyLimits from "../callers/KeyLimits.ts"
import { FormNotFound } from "../callers/Refusal.ts"
import type { FormVersionNotFound } from "../callers/Refusal.ts"
import { FormId } from "./Form.ts"
import type { FormVersion, FormVersionId } from "./Form.ts"
import { FormCompiler } from "./FormCompiler.ts"
import { FormStore } from "./FormStore.ts"
import { Lru } from "../limits/Lru.ts"

/** How many bytes of compiled forms a process caches, by their own estimate (`CompiledForm.bytes`); configurable. */
export const FormCacheBytes = Context.Reference<number>("@formwork/domain/forms/FormCacheBytes", {
  defaultValue: () => 256 * 1024 * 1024
})

const isFormId = Schema.is(FormId)

export interface LiveForm {
  readonly formId: FormId
  readonly versionId: FormVersionId
  readonly compiled: CompiledForm
}

interface Pointer {
  readonly revision: number | null
  readonly versionId: FormVersionId
}

/** Forms whose live version's id is cached: some 300 bytes each, which save a statement. */
const keptPointers = 50_000

export class LiveForms extends Context.Service<
  LiveForms,
  {
    /**
     * The live version of `formId`.
     * Without I/O when an admitted caller has read it under the same `liveFormsRevision`. Every change of what is live, and
     * every move of a form or folder, raises the revision, and the caller's admission has just read it. So the cache is never
     * stale, and needs no invalidation. What a key with limits may reach is cached for that key alone.
     * Compiled forms are cached up to `FormCacheBytes` bytes; an evicted one is compiled again.
     * Refuses: `FormNotFound`, also for another organisation's form, one outside the caller's limits, one never published, and a text
     * that is no id.
     */
    readonly get: (caller: Caller, formId: FormId) => Effect.Effect<LiveForm, FormNotFound>
    /** The live version of `formId`, always read from the store. Refuses as `get`. */
    readonly refresh: (caller: Caller, formId: FormId) => Effect.Effect<LiveForm, FormNotFound>
    /**
     * The version that a submission of the caller's organisation names, live or not. Without I/O when it is cached: a
     * version never changes. A caller with limits is always looked up. Refuses: `FormVersionNotFound`.
     */
    readonly version: (
      caller: Caller,
      formId: FormId,
      versionId: FormVersionId
    ) => Effect.Effect<LiveForm, FormVersionNotFound>
    /**
     * The same version in the language of a reader: its messages and labels are those, and all else is the same. The form itself where it
     * names no languages, or has none of theirs. Each language is compiled when it is first asked for, and cached as a version is.
     * @param accepts language ranges, the most wanted first.
     */
    readonly inLanguage: (caller: Caller, form: LiveForm, accepts: ReadonlyArray<string>) => Effect.Effect<LiveForm>
  }
>()("@formwork/domain/forms/LiveForms") {
  /** Over a compiler of your choice. */
  static readonly layerWithoutCompiler = Layer.effect(
    LiveForms,
    Effect.gen(function* () {
      const store = yield* FormStore
      const compiler = yield* FormCompiler
      const versions = new Lru<string, CompiledForm>(yield* FormCacheBytes, ({ bytes }) => bytes)
      const pointers = new Lru<string, Pointer>(keptPointers, () => 1)

      const compiled = Effect.fnUntraced(function* (caller: Caller, version: FormVersion) {
        const kept = versions.find(version.id)
        if (kept !== undefined) return kept
        const form = yield* compiler.compile(caller, version, () => versions.find(version.id))
        versions.put(version.id, form)
        return form
      })

      const refresh = Effect.fnUntraced(function* (caller: Caller, formId: FormId) {
        // The two operations that every program calls: no database is asked for a text that a program only called an id.
        if (!isFormId(formId)) return yield* new FormNotFound()
        const version = yield* store.findLive(caller, formId)
        // Not cached: a flood of unknown ids would evict the forms in use.
        if (Option.isNone(version)) return yield* new FormNotFound()
        const versionId = version.value.id
        const form: LiveForm = { formId, versionId, compiled: yield* compiled(caller, version.value) }
        pointers.put(pointerOf(caller, formId), { revision: caller.liveFormsRevision, versionId })
        return form
      })

      const get = (caller: Caller, formId: FormId) => {
        const pointer = pointers.find(pointerOf(caller, formId))
        if (pointer === undefined || pointer.revision === null || pointer.revision !== caller.liveFormsRevision)
          return refresh(caller, formId)
        const { versionId } = pointer
        const kept = versions.find(versionId)
        return kept === undefined ? refresh(caller, formId) : Effect.succeed({ formId, versionId, compiled: kept })
      }

      const version = Effect.fnUntraced(function* (caller: Caller, formId: FormId, versionId: FormVersionId) {
        const kept = KeyLimits.reach(caller.limits) === undefined ? versions.find(versionId) : undefined
        return {
          formId,
          versionId,
          compiled: kept ?? (yield* compiled(caller, yield* store.version(caller, formId, versionId)))
        }
      })

      const inLanguage = Effect.fnUntraced(function* (caller: Caller, form: LiveForm, accepts: ReadonlyArray<string>) {
        const { language: own, languages } = form.compiled.definition
        const language = languages && chooseLanguage(languages, accepts)
        if (language === undefined || language === own) return form
        const key = `${form.versionId} ${language}`
        const kept = versions.find(key)
        if (kept !== undefined) return { ...form, compiled: kept }
        // The caller has this version already, and a version is never deleted.
        const version = yield* Effect.orDie(store.version(caller, form.formId, form.versionId))
        const compiled = yield* compiler.compile(caller, version, () => versions.find(key), language)
        versions.put(key, compiled)
        return { ...form, compiled }
      })
      return LiveForms.of({ get, refresh, version, inLanguage })
    })
  )

  static readonly layer = LiveForms.layerWithoutCompiler.pipe(Layer.provide(FormCompiler.layer))
}

/** INVARIANT: callers share a pointer only if they reach the same forms. Otherwise the cache would show a key forms outside its limits. */
const pointerOf = ({ credential, limits, organisationId }: Caller, formId: FormId): string =>
  KeyLimits.reach(limits) === undefined ? `${organisationId}/${formId}` : `${organisationId}/${formId}/${credential.id}`

/** Descriptions of forms: what a version asks for and gives back; and the differences between two versions. */
import { Context, DateTime, Effect, Layer, Option } from "effect"
import type { Comparison } from "@formwork/rules/Comparison"
import { chooseLanguage } from "@formwork/rules/Language"
import { memberOf } from "@formwork/rules/Json"
import { today } from "./Today.ts"
import * as Caller from "../callers/Caller.ts"
import { DefinitionInvalid, FormNotFound } from "../callers/Refusal.ts"
import type { FormVersionNotFound, PrivilegeMissing, RequestInvalid } from "../callers/Refusal.ts"
import { decode } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import { Analyses } from "./Analyses.ts"
import { liveDefinition } from "./liveDefinition.ts"
import type { Description } from "./Analysis.ts"
import type { FormId, FormVersion, FormVersionId } from "./Form.ts"
import { type Accepts, type Said, saidBy } from "./Reader.ts"
import { FormStore } from "./FormStore.ts"
import { nextTurn } from "../limits/nextTurn.ts"
import { Lru } from "../limits/Lru.ts"

export interface FormDescription extends Description, Said {
  readonly formVersionId: FormVersionId
}

/** Characters of descriptions that a process caches, of schemas and definitions: finding an example may take a hundred milliseconds. */
const keptCharacters = 8_000_000

export class FormDescriptions extends Context.Service<
  FormDescriptions,
  {
    /**
     * Describes the live version, in the language of a reader who `accepts` one of the form's. Refuses, in this order: `PrivilegeMissing` (`form:read`), `FormNotFound`, also for another organisation's form
     * and one never published.
     */
    readonly live: (
      caller: Caller.Caller,
      formId: FormId,
      accepts?: Accepts
    ) => Effect.Effect<FormDescription, PrivilegeMissing | FormNotFound>
    /** Describes any version. Refuses, in this order: `PrivilegeMissing` (`form:read`), `FormVersionNotFound`. */
    readonly version: (
      caller: Caller.Caller,
      formId: FormId,
      versionId: FormVersionId,
      accepts?: Accepts
    ) => Effect.Effect<FormDescription, PrivilegeMissing | FormVersionNotFound>
    /**
     * What changes from a version to another one of the same form, or to its draft.
     * Refuses, in this order: `PrivilegeMissing` (`form:read`), `FormVersionNotFound`, `RequestInvalid`, `FormVersionNotFound` (the other
     * one), `DefinitionInvalid` (the draft) with every fault.
     */
    readonly compare: (
      caller: Caller.Caller,
      formId: FormId,
      versionId: FormVersionId,
      other: Decoded<FormVersionId | "draft", RequestInvalid | FormVersionNotFound>
    ) => Effect.Effect<Comparison, PrivilegeMissing | FormVersionNotFound | RequestInvalid | DefinitionInvalid>
  }
>()("@formwork/domain/forms/FormDescriptions") {
  static readonly layer = Layer.effect(
    FormDescriptions,
    Effect.gen(function* () {
      const store = yield* FormStore
      const analyses = yield* Analyses
      // A schema is about as long as the definition that it describes, and there are two.
      const kept = new Lru<string, { readonly description: FormDescription; readonly characters: number }>(
        keptCharacters,
        ({ characters }) => characters
      )

      const describe = Effect.fnUntraced(function* (
        caller: Caller.Caller,
        version: FormVersion,
        accepts: Accepts = []
      ) {
        const language = chooseLanguage(languagesOf(version), accepts)
        const key = `${version.id} ${yield* today(timeZoneOf(version))} ${language ?? ""}`
        const known = kept.find(key)
        if (known !== undefined) return known.description
        const now = DateTime.toEpochMillis(yield* DateTime.now)
        const found = yield* analyses.run(caller, "description", {
          version,
          now,
          accepts: language === undefined ? [] : [language]
        })
        // Reading what the thread made of a large form took milliseconds, and so does weighing it.
        yield* nextTurn
        const description: FormDescription = saidBy(found, { formVersionId: version.id, ...found })
        kept.put(key, { description, characters: 4 * JSON.stringify(version.definition).length })
        return description
      })

      const live = Effect.fn("FormDescriptions.live")(function* (
        caller: Caller.Caller,
        formId: FormId,
        accepts?: Accepts
      ) {
        yield* Caller.require(caller, "form:read")
        const version = yield* store.findLive(caller, formId)
        return Option.isNone(version) ? yield* new FormNotFound() : yield* describe(caller, version.value, accepts)
      })
      const version = Effect.fn("FormDescriptions.version")(function* (
        caller: Caller.Caller,
        formId: FormId,
        versionId: FormVersionId,
        accepts?: Accepts
      ) {
        yield* Caller.require(caller, "form:read")
        return yield* describe(caller, yield* store.version(caller, formId, versionId), accepts)
      })
      const between = Effect.fn("FormDescriptions.compare")(function* (
        caller: Caller.Caller,
        formId: FormId,
        versionId: FormVersionId,
        against: Decoded<FormVersionId | "draft", RequestInvalid | FormVersionNotFound>
      ) {
        yield* Caller.require(caller, "form:read")
        const before = yield* store.version(caller, formId, versionId)
        const other = yield* decode(against)
        const after =
          other === "draft"
            ? // The form exists, because one of its versions was found.
              { draft: (yield* Effect.orDie(store.get(caller, formId))).draft }
            : yield* store.version(caller, formId, other)
        const compared = yield* analyses.run(
          caller,
          "comparison",
          { before, after },
          liveDefinition(store, caller, formId)
        )
        return "comparison" in compared ? compared.comparison : yield* new DefinitionInvalid(compared)
      })
      return FormDescriptions.of({ live, version, compare: between })
    })
  ).pipe(Layer.provide(Analyses.layer))
}

/** Of a version, which was checked. */
const languagesOf = ({ definition }: FormVersion): ReadonlyArray<string> => {
  const written = memberOf(definition, "languages")
  const entries: ReadonlyArray<unknown> = Array.isArray(written) ? written : []
  return entries.filter((entry) => typeof entry === "string")
}

/** Of a version, which was checked: the zone that its author wrote, or the default. */
const timeZoneOf = ({ definition }: FormVersion): string => {
  const written = memberOf(definition, "timeZone")
  return typeof written === "string" ? written : "UTC"
}

/** Descriptions of forms: what a version asks for and gives back; and the differences between two versions. */
import { Context, Effect, Layer, Option, Result } from "effect"
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import { compare } from "@formwork/rules/compare"
import type { Comparison } from "@formwork/rules/Comparison"
import type { Definition } from "@formwork/rules/Definition"
import { exampleOf } from "@formwork/rules/exampleOf"
import { resultSchemaOf } from "@formwork/rules/resultSchemaOf"
import { schemaOf } from "@formwork/rules/schemaOf"
import type { JsonObject } from "@formwork/rules/Json"
import { today } from "./Today.ts"
import * as Caller from "../callers/Caller.ts"
import { DefinitionInvalid, FormNotFound } from "../callers/Refusal.ts"
import type { FormVersionNotFound, PrivilegeMissing, RequestInvalid } from "../callers/Refusal.ts"
import { decode } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import { checkDefinition } from "./checkDefinition.ts"
import { checkPublished } from "./checkPublished.ts"
import type { FormId, FormVersion, FormVersionId } from "./Form.ts"
import { FormLimits } from "./LiveForms.ts"
import { FormStore } from "./FormStore.ts"
import { Lru } from "./Lru.ts"

export interface FormDescription {
  readonly formVersionId: FormVersionId
  /** With every default filled in. */
  readonly definition: Definition
  /** JSON Schema (2020-12) of `data`. */
  readonly schema: JsonObject
  /** A payload that is valid today; null where none was found. */
  readonly example: JsonObject | null
  /** JSON Schema (2020-12) of an evaluation's results. */
  readonly resultSchema: JsonObject
}

/** Characters of descriptions that a process caches: finding an example may take a hundred milliseconds. */
const keptCharacters = 8_000_000

export class FormDescriptions extends Context.Service<
  FormDescriptions,
  {
    /**
     * Describes the live version. Refuses, in this order: `PrivilegeMissing` (`form:read`), `FormNotFound`, also for another organisation's form
     * and one never published.
     */
    readonly live: (
      caller: Caller.Caller,
      formId: FormId
    ) => Effect.Effect<FormDescription, PrivilegeMissing | FormNotFound>
    /** Describes any version. Refuses, in this order: `PrivilegeMissing` (`form:read`), `FormVersionNotFound`. */
    readonly version: (
      caller: Caller.Caller,
      formId: FormId,
      versionId: FormVersionId
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
      const limits = yield* FormLimits
      const kept = new Lru<string, FormDescription>(keptCharacters, (description) => JSON.stringify(description).length)

      const describe = Effect.fnUntraced(function* (version: FormVersion) {
        const checked = yield* checkPublished(version, limits)
        const date = yield* today(checked.definition.timeZone)
        const key = `${version.id} ${date}`
        const known = kept.find(key)
        if (known !== undefined) return known
        const description: FormDescription = {
          formVersionId: version.id,
          definition: checked.definition,
          schema: schemaOf(checked),
          example: exampleOf(checked, date) ?? null,
          resultSchema: resultSchemaOf(checked)
        }
        kept.put(key, description)
        return description
      })

      const draft = Effect.fnUntraced(function* (caller: Caller.Caller, formId: FormId) {
        // The form exists, because one of its versions was found.
        const form = yield* Effect.orDie(store.get(caller, formId))
        return yield* Result.match(checkDefinition(form.draft, limits), {
          onSuccess: (checked): Effect.Effect<CheckedForm, DefinitionInvalid> => Effect.succeed(checked),
          onFailure: (faults) => Effect.fail(new DefinitionInvalid({ faults }))
        })
      })

      const live = Effect.fn("FormDescriptions.live")(function* (caller: Caller.Caller, formId: FormId) {
        yield* Caller.require(caller, "form:read")
        const version = yield* store.findLive(caller, formId)
        return Option.isNone(version) ? yield* new FormNotFound() : yield* describe(version.value)
      })
      const version = Effect.fn("FormDescriptions.version")(function* (
        caller: Caller.Caller,
        formId: FormId,
        versionId: FormVersionId
      ) {
        yield* Caller.require(caller, "form:read")
        return yield* describe(yield* store.version(caller, formId, versionId))
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
            ? yield* draft(caller, formId)
            : yield* checkPublished(yield* store.version(caller, formId, other), limits)
        return compare(yield* checkPublished(before, limits), after)
      })
      return FormDescriptions.of({ live, version, compare: between })
    })
  )
}

/** Making forms ready on the thread that answers requests: a few milliseconds at a time, one form at a time, organisations in turn. */
import { Context, Effect, Layer, Result } from "effect"
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import { compileInSlices } from "@formwork/rules/compile"
import { compileCondition } from "@formwork/rules/compileCondition"
import type { CompiledForm } from "@formwork/rules/CompiledForm"
import type { Json } from "@formwork/rules/Json"
import type { Limits } from "@formwork/rules/Limits"
import type { Caller } from "../callers/Caller.ts"
import * as Grant from "../callers/Grant.ts"
import { DefinitionInvalid, type TableNotFound } from "../callers/Refusal.ts"
import * as Turns from "../limits/Turns.ts"
import type { KnownTables } from "../tables/KnownTables.ts"
import { NamedTables, type PublishedDefinitions } from "../tables/NamedTables.ts"
import type { TableName } from "../tables/Table.ts"
import { checkDefinitionInSlices } from "./checkDefinition.ts"
import { checkPublished } from "./checkPublished.ts"
import type { FormVersion } from "./Form.ts"
import { FormLimits } from "./FormLimits.ts"
import { inSlices } from "../limits/inSlices.ts"
import { nextTurn } from "../limits/nextTurn.ts"

type Published = Pick<FormVersion, "definition" | "id">

export class FormCompiler extends Context.Service<
  FormCompiler,
  {
    /** The checked form of a version that was published. A version with faults is a defect: publishing checked it. */
    readonly check: (caller: Caller, version: Published) => Effect.Effect<CheckedForm>
    /**
     * The same, compiled; `find` is asked first, once it is the caller's turn: another request may have compiled it meanwhile.
     * @param language one of the form's; by default its own.
     */
    readonly compile: (
      caller: Caller,
      version: Published,
      find: () => CompiledForm | undefined,
      language?: string
    ) => Effect.Effect<CompiledForm>
    /** A condition over the fields of a form, with tables, constants and attributes for a caller with `form:read`. It is small enough for one slice. */
    readonly condition: (
      caller: Caller,
      form: CheckedForm,
      source: string
    ) => Effect.Effect<ReturnType<typeof compileCondition>>
    /** A draft, compiled. @param published what is live of its form. Refuses: `DefinitionInvalid` with every fault. */
    readonly compileDraft: (
      caller: Caller,
      definition: Json,
      published: PublishedDefinitions
    ) => Effect.Effect<CompiledForm, DefinitionInvalid>
    /** A definition with the draft of a table that it names. Refuses, in this order: `TableNotFound`, `DefinitionInvalid` with every fault. */
    readonly compileWithTable: (
      caller: Caller,
      definition: Json,
      draftOf: TableName
    ) => Effect.Effect<CompiledForm, TableNotFound | DefinitionInvalid>
  }
>()("@formwork/domain/forms/FormCompiler") {
  static readonly layer = Layer.effect(
    FormCompiler,
    Effect.gen(function* () {
      const limits = yield* FormLimits
      const named = yield* NamedTables
      const turns = yield* Turns.make({ atOnce: 1, mostWaiting: 1_000, what: "a form that is made ready" })
      const unpublished = Effect.fnUntraced(function* (definition: Json, tables: KnownTables) {
        const checked = yield* inSlices(checkDefinitionInSlices(definition, limits, tables))
        return Result.isSuccess(checked)
          ? yield* inSlices(compileInSlices(checked.success))
          : yield* new DefinitionInvalid({ faults: checked.failure })
      })
      return FormCompiler.of({
        check: (caller, version) =>
          turns.take(caller.organisationId)(
            Effect.flatMap(named.tables(caller, version.definition), (tables) =>
              inSlices(checkPublished(version, limits, tables))
            )
          ),
        compile: (caller, version, find, language) =>
          turns.take(caller.organisationId)(
            Effect.suspend(() => {
              const found = find()
              if (found !== undefined) return Effect.succeed(found)
              return Effect.flatMap(named.tables(caller, version.definition), (tables) =>
                inSlices(compiled(version, limits, tables, language))
              )
            })
          ),
        condition: (caller, form, source) =>
          turns.take(caller.organisationId)(
            Effect.andThen(
              nextTurn,
              Effect.sync(() =>
                compileCondition(form, source, limits, { isAuthor: Grant.covers(caller.privileges, "form:read") })
              )
            )
          ),
        compileDraft: (caller, definition, published) =>
          turns.take(caller.organisationId)(
            Effect.flatMap(named.tablesOfDraft(caller, definition, published), (tables) =>
              unpublished(definition, tables)
            )
          ),
        compileWithTable: (caller, definition, draftOf) =>
          turns.take(caller.organisationId)(
            Effect.flatMap(named.tablesWithDraft(caller, definition, draftOf), (tables) =>
              unpublished(definition, tables)
            )
          )
      })
    })
  ).pipe(Layer.provide(NamedTables.layer))
}

function* compiled(
  version: Published,
  limits: Limits,
  tables: KnownTables,
  language: string | undefined
): Generator<undefined, CompiledForm, undefined> {
  const accepts = language === undefined ? [] : [language]
  return yield* compileInSlices(yield* checkPublished(version, limits, tables, accepts))
}

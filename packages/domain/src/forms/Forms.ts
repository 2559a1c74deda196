/** Writing and publishing forms. */
import { Context, Effect, Layer, Result } from "effect"
import { SecureRandom } from "effect/crypto"
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import type { Json } from "@formwork/rules/Json"
import * as Caller from "../grants/Caller.ts"
import { DefinitionInvalid } from "../Refusal.ts"
import type { FormCodeTaken, FormNotFound, FormVersionNotFound, PrivilegeMissing } from "../Refusal.ts"
import { checkDefinition } from "./checkDefinition.ts"
import { FormId, FormVersionId } from "./Form.ts"
import type { Form, FormVersion } from "./Form.ts"
import { FormLimits } from "./FormLimits.ts"
import { FormStore } from "./FormStore.ts"

export class Forms extends Context.Service<
  Forms,
  {
    /**
     * Creates a form whose draft is `definition`; nothing is live yet.
     * Refuses, in this order: `PrivilegeMissing` (`form:write`), `DefinitionInvalid` with every fault, `FormCodeTaken`.
     */
    readonly create: (
      caller: Caller.Caller,
      definition: Json
    ) => Effect.Effect<Form, PrivilegeMissing | DefinitionInvalid | FormCodeTaken>
    /**
     * Replaces the draft; the live version stays what it is.
     * Refuses, in this order: `PrivilegeMissing` (`form:write`), `FormNotFound`, `DefinitionInvalid`
     * (also when the form's code changes: reference numbers begin with it).
     */
    readonly saveDraft: (
      caller: Caller.Caller,
      id: FormId,
      definition: Json
    ) => Effect.Effect<Form, PrivilegeMissing | FormNotFound | DefinitionInvalid>
    /**
     * Makes the draft the live version.
     * Refuses, in this order: `PrivilegeMissing` (`form:publish`), `FormNotFound`, `DefinitionInvalid` with every fault.
     */
    readonly publish: (
      caller: Caller.Caller,
      id: FormId
    ) => Effect.Effect<FormVersion, PrivilegeMissing | FormNotFound | DefinitionInvalid>
    /**
     * A version, live or not: what a submission was filed against stays readable.
     * Refuses, in this order: `PrivilegeMissing` (`form:read`), `FormVersionNotFound`.
     */
    readonly version: (
      caller: Caller.Caller,
      id: FormId,
      versionId: FormVersionId
    ) => Effect.Effect<FormVersion, PrivilegeMissing | FormVersionNotFound>
  }
>()("@formwork/domain/forms/Forms") {
  static readonly layer = Layer.effect(
    Forms,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const store = yield* FormStore
      const limits = yield* FormLimits

      const checked = (definition: Json): Effect.Effect<CheckedForm, DefinitionInvalid> =>
        Result.match(checkDefinition(definition, limits), {
          onSuccess: Effect.succeed,
          onFailure: (faults) => Effect.fail(new DefinitionInvalid({ faults }))
        })

      const create = Effect.fn("Forms.create")(function* (caller: Caller.Caller, definition: Json) {
        yield* Caller.require(caller, "form:write")
        const { code, title } = (yield* checked(definition)).definition
        return yield* store.create(caller, { id: FormId.make(yield* random.uuidV7()), code, title, draft: definition })
      })
      const saveDraft = Effect.fn("Forms.saveDraft")(function* (caller: Caller.Caller, id: FormId, definition: Json) {
        yield* Caller.require(caller, "form:write")
        const form = yield* store.get(caller, id)
        const { code, title } = (yield* checked(definition)).definition
        if (code !== form.code) return yield* codeChanged(form.code)
        return yield* store.saveDraft(caller, id, title, definition)
      })
      const publish = Effect.fn("Forms.publish")(function* (caller: Caller.Caller, id: FormId) {
        yield* Caller.require(caller, "form:publish")
        const form = yield* store.get(caller, id)
        yield* checked(form.draft)
        return yield* store.publish(caller, id, FormVersionId.make(yield* random.uuidV7()), form.draft)
      })
      const version = Effect.fn("Forms.version")(function* (
        caller: Caller.Caller,
        id: FormId,
        versionId: FormVersionId
      ) {
        yield* Caller.require(caller, "form:read")
        return yield* store.version(caller, id, versionId)
      })
      return Forms.of({ create, saveDraft, publish, version })
    })
  )
}

const codeChanged = (code: string) =>
  new DefinitionInvalid({
    faults: [
      {
        pointer: "/code",
        message: `This form's code is "${code}" and stays so: the reference numbers it has given out begin with it.`,
        expected: `"${code}"`
      }
    ]
  })

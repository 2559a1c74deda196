/** What most tests begin with: an organisation, its owner as the caller, and a published form. */
import { Effect } from "effect"
import { renderFaults } from "@formwork/rules/renderFaults"
import type { Json } from "@formwork/rules/Json"
import * as Caller from "@formwork/domain/callers/Caller"
import type { DefinitionInvalid } from "@formwork/domain/callers/Refusal"
import { Forms } from "@formwork/domain/forms/Forms"
import type { Form, FormId, FormVersion } from "@formwork/domain/forms/Form"
import { Organisations } from "@formwork/domain/people/Organisations"
import type { NewUser, Organisation } from "@formwork/domain/people/Organisation"

export interface World {
  readonly organisation: Organisation
  readonly owner: NewUser
  /** The owner, with every privilege. */
  readonly caller: Caller.Caller
  readonly form: Form
  readonly formId: FormId
  /** The version that is live. */
  readonly version: FormVersion
}

/** A form with one required text, `name`. */
const enquiry: Json = {
  title: "Enquiry",
  code: "ENQUIRY",
  fields: [{ slug: "name", type: "text", required: true }]
}

/**
 * Founds an organisation, and publishes a form in it. Each call makes another world, which sees none of the others.
 * @param definition the form's definition. One with faults is a defect, whose message has the faults.
 */
export const world = Effect.fn("world")(function* (definition: Json = enquiry) {
  const { organisation, owner } = yield* Organisations.use((organisations) =>
    organisations.found("Ashworth", { email: "edith@ashworth.example", name: "Edith" })
  )
  const caller = Caller.operator(organisation.id, owner.id)
  const forms = yield* Forms
  const publish = Effect.gen(function* () {
    const form = yield* forms.create(caller, definition)
    return { form, version: yield* forms.publish(caller, form.id) }
  })
  const { form, version } = yield* publish.pipe(
    Effect.catchTag("DefinitionInvalid", (invalid) => Effect.die(faulty(definition, invalid))),
    Effect.orDie
  )
  return { organisation, owner, caller, form, formId: form.id, version } satisfies World
})

const faulty = (definition: Json, { faults }: DefinitionInvalid) =>
  new Error(`The form of this world has faults:\n${renderFaults(definition, faults)}`)

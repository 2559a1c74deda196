/** `describe_form`: what a form asks and by which rules. */
import { Effect, Schema } from "effect"
import { Forms } from "@formwork/domain/forms/Forms"
import { Guide, Guides } from "@formwork/domain/forms/Guides"
import * as Tool from "../Tool.ts"
import { formId, formNamed } from "./form.ts"

/** Refuses, after `PrivilegeMissing` (`form:read`): `FormNotFound`, `RequestInvalid`. */
export const make = Effect.gen(function* () {
  const forms = yield* Forms
  const guides = yield* Guides
  return Tool.make({
    name: "describe_form",
    title: "Describe a form",
    description:
      "Tells what a form asks: its fields with their types and options, its rules in sentences, the JSON Schema of `data`, and example values that " +
      "it finds valid. Call it before evaluate_form.",
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    privilege: "form:read",
    input: Schema.Struct({ formId }),
    output: Guide,
    seen: (caller, { formId }) =>
      typeof formId === "string" ? Effect.flatMap(formNamed(formId), (id) => forms.live(caller, id)) : Effect.void,
    run: Effect.fnUntraced(function* (caller, { formId }) {
      return { output: yield* guides.get(caller, yield* formNamed(formId)) }
    })
  })
})

/** The argument that names a form. */
import { Effect, Schema } from "effect"
import type { Context } from "effect"
import { FormId } from "@formwork/domain/forms/Form"
import type { LiveForms } from "@formwork/domain/forms/LiveForms"
import type { Caller } from "@formwork/domain/callers/Caller"
import { FormNotFound } from "@formwork/domain/callers/Refusal"
import { readId } from "@formwork/domain/request/readId"
import { openObject } from "@formwork/domain/request/openObject"
import type { JsonObject } from "@formwork/rules/Json"

/** Any text: a malformed id is not found, exactly like an unknown one (spec/http.md §1.5). */
export const formId = Schema.String.annotate({ description: "The form's id, a UUID." })

export const data = openObject(
  "The values, an object keyed by field slug; that of `address.street` is `street` in an object `address`. Which slugs there are, and what each takes, is the form's to say."
)

/** The language of labels and messages, where a form has it. */
export const language = Schema.optionalKey(
  Schema.String.check(Schema.isMaxLength(100)).annotate({
    description: "The language of labels and messages, such as `de`, of a form that has several; by default its own."
  })
)

/** Refuses `FormNotFound` for a malformed id, and for one with capitals, which answers never have. */
export const formNamed = readId(FormId, new FormNotFound())

/** For invalid arguments of a tool whose caller may evaluate: refuses `FormNotFound` where the form that they name does not exist. */
export const seen =
  (forms: Context.Service.Shape<typeof LiveForms>) =>
  (caller: Caller, { formId }: JsonObject): Effect.Effect<unknown, FormNotFound> =>
    typeof formId === "string" ? Effect.flatMap(formNamed(formId), (id) => forms.get(caller, id)) : Effect.void

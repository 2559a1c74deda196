/** `list_forms`: the forms that can be filled in now. */
import { Effect, Schema } from "effect"
import { FormId } from "@formwork/domain/forms/Form"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Tool from "../Tool.ts"

/** The number of forms on a page. */
const page = 100

const input = Schema.Struct({
  text: Schema.optionalKey(
    Schema.String.check(
      Schema.isPattern(/^[^\p{Cc}\p{Cs}]{1,200}$/u, {
        expected: "1 to 200 characters, none of them a control character"
      })
    ).annotate({ description: "Only forms with this in their title or code, however it is capitalised." })
  ),
  cursor: Schema.optionalKey(FormId.annotate({ description: "`nextCursor` of the page before." }))
})

const output = Schema.Struct({
  forms: Schema.Array(
    Schema.Struct({
      formId: FormId,
      title: Schema.String,
      code: Schema.String.annotate({ description: "What reference numbers of its submissions begin with." })
    })
  ).annotate({ description: "Newest first." }),
  nextCursor: Schema.optionalKey(FormId.annotate({ description: "There are more; left out on the last page." }))
})

/** The live forms after `cursor`, and the cursor of the next page. */
export const pageOf = Effect.fnUntraced(function* (
  list: Forms["Service"]["list"],
  caller: Parameters<typeof list>[0],
  { cursor, text }: typeof input.Type
) {
  const found = yield* list(
    caller,
    { live: true, text },
    { limit: page + 1, ...(cursor === undefined ? {} : { before: cursor }) }
  )
  const forms = found.slice(0, page).map(({ code, id, title }) => ({ formId: id, title, code }))
  const last = forms.at(-1)
  return found.length > page && last !== undefined ? { forms, nextCursor: last.formId } : { forms }
})

/** Refuses, after `PrivilegeMissing` (`form:read`): `RequestInvalid`. */
export const make = Effect.gen(function* () {
  const { list } = yield* Forms
  return Tool.make({
    name: "list_forms",
    title: "List forms",
    description:
      "Lists the forms that can be filled in now, with their ids. Call describe_form next for what a form asks.",
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    privilege: "form:read",
    operation: "forms.list",
    input,
    output,
    run: (caller, given) => Effect.map(pageOf(list, caller, given), (output) => ({ output }))
  })
})

/** The `If-Match` header (RFC 9110 §13.1.1): of two changes based on the same revision, only the first is made. */
import { Effect, Schema } from "effect"
import { RequestInvalid } from "@formwork/domain/callers/Refusal"

/** The ETag of a revision. It is a strong tag: each revision of a record has exactly one content. */
export const tag = (revision: number): string => `"${revision}"`

const IfMatch = Schema.String.check(
  Schema.isPattern(/^"[1-9][0-9]{0,8}"$/u, {
    message: 'The header If-Match must be one ETag as an answer gave it, such as "3".'
  })
).annotate({
  description: "The ETag of the revision that the change is based on. `*`, lists and weak tags are not taken."
})

/** The header, for an endpoint to declare. It is optional here, so that 404 for a missing record comes before its absence. */
export const header = { "if-match": Schema.optionalKey(IfMatch) }

/** Says in the document of an operation that the header is required. */
export const required = (operation: Record<string, unknown>): Record<string, unknown> => {
  const { parameters } = operation
  if (!Array.isArray(parameters)) throw new Error("the operation declares no header")
  const amended = parameters.map((parameter: { readonly name: string }) =>
    parameter.name === "if-match" ? { ...parameter, required: true } : parameter
  )
  return { ...operation, parameters: amended }
}

/** The revision that the request names. Refuses: `RequestInvalid` where the header is missing. */
export const read = ({ "if-match": value }: Schema.Struct.Type<typeof header>): Effect.Effect<number, RequestInvalid> =>
  value === undefined ? Effect.fail(missing) : Effect.succeed(Number(value.slice(1, -1)))

const missing = new RequestInvalid({
  problems: [
    {
      field: "If-Match",
      message: "The header If-Match is missing: send the ETag of the revision that the change is based on.",
      code: "required",
      pointer: ""
    }
  ]
})

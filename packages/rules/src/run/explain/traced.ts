/** Values as a trace has them, and as its sentences show them. */
import type { Field } from "../../Definition.ts"
import type { Json } from "../../Json.ts"
import { shortened } from "../../values/text.ts"
import type { Value } from "../../values/Value.ts"
import { encode } from "../payload/decode.ts"

export const traced = (field: Field, known: Value | undefined): Json =>
  field.type === "list" ? null : encode(field, known ?? null)

/** Characters of a value that a sentence shows. */
const MAX_SHOWN = 200

export const shown = (json: Json): string =>
  typeof json === "string" ? shortened(json, MAX_SHOWN) : JSON.stringify(json)

/** Forms for the hostile requests, made and published. */
import { Schema } from "effect"
import type { Json, JsonObject } from "@formwork/rules/Json"
import type { Answer, Target } from "./Target.ts"

let codes = 0

/** One that no other form has. */
export const code = (): string => `H${codes++}`

/** A definition under a code of its own. */
export const formOf = (fields: ReadonlyArray<Json>, more: JsonObject = {}): JsonObject => ({
  title: "Hostile",
  ...more,
  code: code(),
  fields
})

const Created = Schema.fromJsonString(Schema.Struct({ id: Schema.String }))
export const idOf = ({ body }: Answer): string => Schema.decodeSync(Created)(body).id

/** The id of a form that was published with this definition. */
export const publish = async ({ ask }: Target, definition: JsonObject): Promise<string> => {
  const id = idOf(await ask("POST", "/forms", { definition }))
  const answer = await ask("POST", `/forms/${id}/publish`)
  if (answer.status !== 201) throw new Error(`a hostile form was not published: ${answer.body.slice(0, 500)}`)
  return id
}

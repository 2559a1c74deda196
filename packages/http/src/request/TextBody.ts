/** A body that is a text, such as a file of comma-separated values, in the place of JSON that has the text in a member. */
import { Result } from "effect"
import type { Json } from "@formwork/rules/Json"
import type { Head } from "./Head.ts"
import { decode } from "./StrictJson.ts"

/** For each media type the member of the JSON that stands for the text. */
export interface Texts {
  readonly "text/csv"?: string
  readonly "application/x-ndjson"?: string
}

/** The member that the body is; undefined where none of these types is declared. */
export const memberIn = (
  texts: Texts,
  { declaresCsv, declaresLines }: Pick<Head, "declaresCsv" | "declaresLines">
): string | undefined => {
  if (declaresCsv) return texts["text/csv"]
  return declaresLines ? texts["application/x-ndjson"] : undefined
}

/** “application/json, text/csv or application/x-ndjson” */
export const taken = (texts: Texts): string => {
  const types = ["application/json", ...Object.keys(texts)]
  return `${types.slice(0, -1).join(", ")} or ${types.at(-1) ?? ""}`
}

/** The text as a member of an object. Refuses with a sentence what is not UTF-8. */
export const read = (bytes: Buffer, member: string): Result.Result<Json, string> => {
  const text = decode(bytes)
  return text === undefined ? Result.fail("The body is not valid UTF-8.") : Result.succeed({ [member]: text })
}

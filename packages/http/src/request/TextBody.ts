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

/** A file of a spreadsheet program is an archive, and begins so. */
const isArchive = (bytes: Buffer): boolean => bytes.subarray(0, 2).toString("latin1") === "PK"

/** The text as a member of an object. Refuses with a sentence what is not UTF-8. */
export const read = (bytes: Buffer, member: string): Result.Result<Json, string> => {
  const text = decode(bytes)
  if (text !== undefined) return Result.succeed({ [member]: text })
  return Result.fail(
    isArchive(bytes)
      ? "The body is an archive or a spreadsheet program's own file. Save the sheet as “CSV UTF-8”, and send that."
      : "The body is not valid UTF-8. A spreadsheet program saves it so as “CSV UTF-8”."
  )
}

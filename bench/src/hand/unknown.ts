/** Names in a payload that the form does not have. */
import type { Problem } from "@formwork/rules/Evaluation"
import type { JsonObject } from "@formwork/rules/Json"
import { nearest } from "@formwork/rules/nearest"
import { shortened } from "./texts.ts"

/** Only the first ten get a suggestion. */
const MOST_SUGGESTIONS = 10

/** Uses the engine's own suggestion: no valid payload needs one, so its cost does not matter. */
export const sayUnknown = (
  problems: Array<Problem>,
  row: { readonly field: string; readonly pointer: string } | undefined,
  slug: string,
  sent: JsonObject,
  known: ReadonlyArray<string>
): void => {
  const isEarly =
    Object.keys(sent)
      .filter((name) => !known.includes(name))
      .indexOf(slug) < MOST_SUGGESTIONS
  const meant = isEarly ? nearest(slug, known) : undefined
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`
  const escaped = slug.replaceAll("~", "~0").replaceAll("/", "~1")
  problems.push({
    field: row === undefined ? slug : `${row.field}.${slug}`,
    message: `There is no field “${shortened(slug, 40)}”.${hint}`,
    code: "unknown_field",
    pointer: `${row === undefined ? "/data" : row.pointer}/${escaped}`
  })
}

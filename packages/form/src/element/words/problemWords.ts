/** A problem in the page's language. */
import type { Problem, ProblemCode } from "@formwork/rules/Evaluation"
import type { FieldLimits, FieldView } from "../../FieldView.ts"
import { type Reading, shownText } from "../values/shown.ts"
import type { Words } from "./Words.ts"

const limitOf: { readonly [C in ProblemCode]?: keyof FieldLimits } = {
  min: "min",
  max: "max",
  min_length: "minLength",
  max_length: "maxLength",
  min_items: "minItems",
  max_items: "maxItems",
  decimals: "decimals"
}

/** @param label what the sentence is about: the field's label, with its row where it stands alone. */
export const problemWords = (
  { code, message }: Problem,
  view: FieldView | undefined,
  reading: Reading & { readonly words: Words; readonly isSaidByForm: boolean },
  label = view?.label ?? ""
): string => {
  if (code === "rule" || view === undefined || view.ownWords.includes(code) || reading.isSaidByForm) return message
  const [refused] = view.notOffered
  if (code === "choice" && refused !== undefined) return reading.words.notOffered(label, refused.label)
  const name = limitOf[code]
  const limit = name === undefined ? "" : view.limits[name]
  const written = code === "min" || code === "max" ? shownText(view, String(limit), reading) : String(limit)
  return reading.words.problems[code]({ label, type: view.type, limit: written })
}

/** A problem in the page's language. */
import type { Problem, ProblemCode } from "@formwork/rules/Evaluation"
import type { FieldLimits, FieldView } from "../../FieldView.ts"
import { sizeIn } from "../values/sizeIn.ts"
import { type Reading, shownText } from "../values/shown.ts"
import type { Words } from "./Words.ts"

const limitOf: { readonly [C in ProblemCode]?: keyof FieldLimits } = {
  min: "min",
  max: "max",
  min_length: "minLength",
  max_length: "maxLength",
  min_items: "minItems",
  max_items: "maxItems",
  decimals: "decimals",
  too_large: "maxBytes"
}

/** The limit that a value breaks, as people read it. */
const limitIn = (code: ProblemCode, view: FieldView, reading: Reading): string => {
  const name = limitOf[code]
  const limit = name === undefined ? undefined : view.limits[name]
  if (limit === undefined) return ""
  if (code === "min" || code === "max") return shownText(view, String(limit), reading)
  return code === "too_large" ? sizeIn(reading.words.language, Number(limit), "down") : String(limit)
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
  return reading.words.problems[code]({ label, type: view.type, limit: limitIn(code, view, reading) })
}

/** A value of an evaluation in one line. */
import type { Json } from "@formwork/rules/Json"

const MOST = 60

const shortened = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)}…` : text)

const written = (value: Json, missing: string): string => {
  if (value === null) return missing
  if (typeof value === "string") return value === "" ? "''" : value.replace(/\s+/gu, " ")
  if (Array.isArray(value)) return `[${value.map((one: Json) => written(one, missing)).join(", ")}]`
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}

/** @param missing the word for a value that is not there. */
export const valueText = (value: Json, missing: string): string => shortened(written(value, missing))

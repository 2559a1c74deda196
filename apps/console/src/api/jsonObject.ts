/** The values of an answer, as the rules take them. */
import type { JsonObject } from "@formwork/rules/Json"
import { isObject } from "@formwork/rules/LongNumber"
import { readJson } from "@formwork/rules/readJson"

/** @param values that came as JSON; what is no object is an empty one. */
export const jsonObject = (values: unknown): JsonObject => {
  const read = readJson(JSON.stringify(values) ?? "{}")
  return read._tag === "Success" && isObject(read.success) ? read.success : {}
}

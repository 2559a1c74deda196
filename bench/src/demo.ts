/** The demo form and its example, as they are in apps/server/demo. */
import { readFileSync } from "node:fs"
import type { EvaluateOptions } from "@formwork/rules/CompiledForm"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { isObject } from "./json.ts"

/** The same day for every engine: the result of a quote depends on it. */
export const OPTIONS: EvaluateOptions = { today: "2026-11-21", draft: false }

const read = (name: string): JsonObject => {
  const json: Json = JSON.parse(readFileSync(new URL(`../../apps/server/demo/${name}.json`, import.meta.url), "utf8"))
  if (!isObject(json)) throw new Error(`${name}.json is not an object`)
  return json
}

export const form = read("motor-quote")
export const example = read("motor-quote.example")

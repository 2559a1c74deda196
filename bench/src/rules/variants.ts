/** Many different forms that cost the same: the quote under other names and at other rates. */
import type { Json, JsonObject } from "@formwork/rules/Json"
import { isObject, membersOf, textOf } from "../json.ts"
import { form } from "../demo.ts"

const slugsIn = (json: Json | undefined): ReadonlyArray<string> => {
  if (Array.isArray(json)) return json.flatMap(slugsIn)
  if (typeof json !== "object" || json === null || !("slug" in json)) return []
  return [textOf(json["slug"]), ...slugsIn(json["fields"])]
}

const SLUGS: ReadonlySet<string> = new Set(slugsIn(form["fields"]))
const RULES: ReadonlySet<string> = new Set(["formula", "visibleWhen", "requiredWhen", "check", "when"])

const renamed = (text: string, suffix: string): string =>
  text.replace(/[A-Za-z]\w*/g, (word) => (SLUGS.has(word) ? word + suffix : word))

/** Names outside of quotes, and the rates. */
const rule = (text: string, index: number): string =>
  text
    .split(/('[^']*')/)
    .map((part, at) => (at % 2 === 1 ? part : renamed(part, String(index))))
    .join("")
    .replace(/0\.0(\d)(\d)5/g, (_, a, b) => `0.0${a}${(Number(b) + index) % 10}${(index % 8) + 1}`)

const message = (text: string, index: number): string =>
  text.replace(/\{[^}]*\}/g, (shown) => renamed(shown, String(index)))

/** Templates, and lists of fields. */
const effect = (json: Json, index: number): Json => {
  if (typeof json === "string") return SLUGS.has(json) ? json + String(index) : message(json, index)
  if (Array.isArray(json)) return json.map((item) => effect(item, index))
  if (typeof json !== "object" || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, effect(value, index)]))
}

const member = (name: string, value: Json, index: number): Json => {
  if (name === "effects") return effect(value, index)
  if (typeof value !== "string") return varied(value, index)
  if (RULES.has(name)) return rule(value, index)
  if (name === "slug" || name === "field") return renamed(value, String(index))
  return name === "message" ? message(value, index) : value
}

const varied = (json: Json, index: number): Json => {
  if (Array.isArray(json)) return json.map((item) => varied(item, index))
  if (typeof json !== "object" || json === null) return json
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, member(name, value, index)]))
}

export const formVariant = (index: number): JsonObject => membersOf(varied(form, index))

/** The payload for that variant. */
export const payloadVariant = (payload: JsonObject, index: number): JsonObject => {
  const under = (json: Json): Json => {
    if (Array.isArray(json)) return json.map(under)
    if (!isObject(json)) return json
    return Object.fromEntries(
      Object.entries(json).map(([slug, value]) => [SLUGS.has(slug) ? slug + index : slug, under(value)])
    )
  }
  const json: Json = JSON.parse(JSON.stringify(under(payload)))
  return membersOf(json)
}

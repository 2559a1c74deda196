/** A definition in one of its languages, which is its only one: each text that is written in several is written as that one alone. */
import type { Json, JsonObject } from "../../src/Json.ts"

const isObject = (json: Json | undefined): json is JsonObject =>
  typeof json === "object" && json !== null && !Array.isArray(json)

/** The members that are texts for people, at any depth of fields, options, rules, sentences and effects. */
const texts = new Set([
  "title",
  "label",
  "description",
  "hint",
  "placeholder",
  "unit",
  "message",
  "subject",
  "text",
  "html",
  "fileName",
  "heading"
])

const textIn = (json: Json, language: string, first: string): Json =>
  isObject(json) ? (json[language] ?? json[first] ?? null) : json

const within = (json: Json, language: string, first: string): Json => {
  if (Array.isArray(json)) {
    const entries: ReadonlyArray<Json> = json
    return entries.map((entry) => within(entry, language, first))
  }
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      if (name === "messages" && isObject(value))
        return [
          name,
          Object.fromEntries(Object.entries(value).map(([of, text]) => [of, textIn(text, language, first)]))
        ]
      return [name, texts.has(name) ? textIn(value, language, first) : within(value, language, first)]
    })
  )
}

export const inLanguage = (definition: JsonObject, language: string): JsonObject => {
  const { languages, ...form } = definition
  const [first] = Array.isArray(languages) ? languages : []
  const made = within(form, language, String(first))
  return { ...(isObject(made) ? made : {}), languages: [language] }
}

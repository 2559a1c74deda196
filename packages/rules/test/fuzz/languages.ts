/** Random translations of a form's texts. */
import type { Json, JsonObject } from "../../src/Json.ts"
import type { Random } from "./Random.ts"

const languages = ["en", "de", "fr-CA"]

const texts = new Set(["title", "label", "description", "hint", "placeholder", "unit", "message"])

const isObject = (json: Json): json is JsonObject => typeof json === "object" && json !== null && !Array.isArray(json)

/** The text in some languages, always in the first. Placeholders stay what they are. */
const translations = (random: Random, text: string): Json =>
  random.once(3)
    ? text
    : Object.fromEntries(
        languages.flatMap((language, index) =>
          index === 0 || random.once(2) ? [[language, index === 0 ? text : `${language}: ${text}`]] : []
        )
      )

const within = (random: Random, json: Json): Json => {
  if (Array.isArray(json)) {
    const entries: ReadonlyArray<Json> = json
    return entries.map((entry) => within(random, entry))
  }
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => {
      if (name === "messages" && isObject(value))
        return [
          name,
          Object.fromEntries(Object.entries(value).map(([of, text]) => [of, translations(random, String(text))]))
        ]
      // `label` of `optionsFrom` is the name of a column.
      if (name === "optionsFrom") return [name, value]
      return [name, texts.has(name) && typeof value === "string" ? translations(random, value) : within(random, value)]
    })
  )
}

/** The form with its fields and rules in several languages; effects and tables stay as they are. */
export const withLanguages = (random: Random, { effects, tables, constants, ...form }: JsonObject): JsonObject => {
  const made = within(random, form)
  return {
    ...(isObject(made) ? made : {}),
    languages,
    ...(effects === undefined ? {} : { effects }),
    ...(tables === undefined ? {} : { tables }),
    ...(constants === undefined ? {} : { constants })
  }
}

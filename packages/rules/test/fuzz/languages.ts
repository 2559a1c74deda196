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

/** The members of effects that are texts for people, beside those of blocks. */
const templates = new Set(["subject", "text", "html", "title", "fileName", "heading"])

/** No text written out: each of them gives a language of the form, and none where the form has another one alone. */
const tongues = ["lower('DE')", "'fr-' + 'CA'", "lower('EN')", "lower('IT')"]

const inTemplates = (random: Random, json: Json): Json => {
  if (Array.isArray(json)) return json.map((entry: Json) => inTemplates(random, entry))
  if (!isObject(json)) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      templates.has(name) && typeof value === "string" ? translations(random, value) : inTemplates(random, value)
    ])
  )
}

/** E-mails and documents in a language, most of them; the others keep one text. */
const effectsIn = (random: Random, effects: Json): Json =>
  Array.isArray(effects)
    ? effects.map((effect: Json) => {
        if (!isObject(effect) || !["notification", "document"].includes(String(effect["kind"]))) return effect
        if (random.once(4)) return effect
        const made = inTemplates(random, effect)
        return { ...(isObject(made) ? made : {}), language: random.pick(tongues) }
      })
    : effects

/** The form with its fields, rules and effects in several languages; tables stay as they are. */
export const withLanguages = (random: Random, { effects, tables, constants, ...form }: JsonObject): JsonObject => {
  const made = within(random, form)
  // Drawn after all others: each keeps what it had.
  const said = effects === undefined ? undefined : effectsIn(random, effects)
  return {
    ...(isObject(made) ? made : {}),
    languages,
    ...(said === undefined ? {} : { effects: said }),
    ...(tables === undefined ? {} : { tables }),
    ...(constants === undefined ? {} : { constants })
  }
}

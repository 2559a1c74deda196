/** Random sentences of an author's for the problems that a field may have. */
import { isSaidOfFile, type SentenceName } from "../../src/Sentence.ts"
import type { Draft } from "./places.ts"
import type { Random } from "./Random.ts"

/** How each begins: no label does, so that a result tells them from built-in sentences. */
export const OWN = "own: "

const formed = ["email", "url", "phone"]

/** The problems that a field may have, by the members of `messages`. */
const possible = (field: Draft): ReadonlyArray<SentenceName> => {
  const { type } = field
  const isText = ["text", "longText", ...formed].includes(type)
  const isNumber = ["integer", "number", "money"].includes(type)
  const sent: ReadonlyArray<SentenceName> = [
    "type",
    ...(isNumber ? (["decimals"] as const) : []),
    ...(field.required === true || field.requiredWhen !== undefined || field.minItems !== undefined
      ? (["required"] as const)
      : [])
  ]
  return [
    ...(field.formula === undefined ? sent : []),
    ...(["min", "max", "minLength", "minItems"] as const).filter((name) => field[name] !== undefined),
    ...(isText ? (["maxLength"] as const) : []),
    ...(field.pattern !== undefined || formed.includes(type) ? (["pattern"] as const) : []),
    ...(type === "choice" || type === "choices" ? (["options"] as const) : []),
    ...(type === "choices" || type === "list" ? (["maxItems"] as const) : []),
    ...(type === "file" ? (["maxBytes"] as const) : []),
    ...(type === "choices" || field.unique === true ? (["unique"] as const) : [])
  ]
}

/** Gives one field in four some of them; `message` makes a template of what the field's own rules see. */
export const addSentences = (random: Random, field: Draft, message: () => string): void => {
  if (!random.once(4)) return
  const names = possible(field).filter(() => random.once(2))
  // What is said of a file when it is uploaded shows no values.
  const isPlain = (name: SentenceName): boolean => field.type === "file" && isSaidOfFile(name)
  if (names.length > 0)
    field.messages = Object.fromEntries(
      names.map((name) => [name, `${OWN}${isPlain(name) ? "another file" : message()}`])
    )
}

/** Takes out the sentences for problems that fields no longer have. */
export const keepPossible = (fields: ReadonlyArray<Draft>): void => {
  for (const field of fields) {
    if (field.fields !== undefined) keepPossible(field.fields)
    if (field.messages === undefined) continue
    const names: ReadonlyArray<string> = possible(field)
    const kept = Object.entries(field.messages).filter(([name]) => names.includes(name))
    if (kept.length > 0) field.messages = Object.fromEntries(kept)
    else delete field.messages
  }
}

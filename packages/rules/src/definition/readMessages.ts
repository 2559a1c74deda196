/** Reading `messages` of a field: its author's own sentences for problems with its constraints. */
import { whyNeverSaid } from "../fields/whyNeverSaid.ts"
import type { FieldType } from "../Definition.ts"
import type { Json, JsonObject } from "../Json.ts"
import { fault, isObject, object, optional, own, type ReadContext, text } from "../reading/Reader.ts"
import { type SentenceName, sentenceNames, type Sentences } from "../Sentence.ts"
import { translated } from "../reading/translated.ts"
import { below } from "../values/pointer.ts"

const members = Object.fromEntries(sentenceNames.map((name) => [name, optional(translated(text(1, 1000)))]))

/** Why a sentence would never be shown, for its author; undefined where it may be. */
const whyNever = (name: SentenceName, type: FieldType, field: JsonObject): string | undefined => {
  const slug = typeof field["slug"] === "string" ? `\`${field["slug"]}\`` : "This field"
  const has = (member: string): boolean => own(field, member) !== undefined && own(field, member) !== false
  switch (whyNeverSaid(name, type, has)) {
    case "computed":
      return `${slug} is calculated, never asked for, so its sentence for \`${name}\` would never be shown. Take it out.`
    case "type":
      return `No field of type \`${type}\` has a problem of \`${name}\`, so this sentence would never be shown. Take it out.`
    case "never":
      return name === "required"
        ? `${slug} is never required, so this sentence would never be shown. Give it \`"required": true\` or \`requiredWhen\`, or take the sentence out.`
        : `${slug} has no \`${name}\`, so this sentence would never be shown. Give the field a \`${name}\`, or take the sentence out.`
    case undefined:
      return undefined
  }
}

/** Faults a sentence for a problem that the field never has. */
export const readMessages = (
  reading: ReadContext,
  type: FieldType,
  field: JsonObject,
  value: Json,
  at: string
): Sentences => {
  const given = object(members, "`messages`")(reading, value, at) ?? {}
  if (isObject(value) && Object.keys(value).length === 0)
    fault(reading, at, "`messages` is empty. Write a sentence for one of the field's constraints, or take it out.")
  const read: { [K in SentenceName]?: string } = {}
  for (const name of sentenceNames) {
    if (!isObject(value) || own(value, name) === undefined) continue
    const never = whyNever(name, type, field)
    if (never !== undefined) fault(reading, below(at, name), never)
    const sentence = given[name]
    if (sentence !== undefined) read[name] = sentence
  }
  return read
}

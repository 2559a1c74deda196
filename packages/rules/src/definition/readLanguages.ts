/** Reading `languages` of a form, before any text that may be written in each of them. */
import type { Json } from "../Json.ts"
import { chooseLanguage, languageTag } from "../Language.ts"
import {
  array,
  fault,
  formed,
  isObject,
  own,
  type ReadContext,
  type ReadLanguages,
  type Read
} from "../reading/Reader.ts"
import { below } from "../values/pointer.ts"

/** Languages of one form. */
const MOST = 20

const AT = "/languages"

const anyTag = formed(languageTag, "the tag of a language (BCP 47), such as `en`, `de` or `de-CH`")

/** As a form writes tags: the language in small letters, a script with a capital, a region in capitals. */
const cased = (tag: string): string =>
  tag
    .toLowerCase()
    .split("-")
    .map((part, index) =>
      index === 0 ? part : part.length === 4 ? `${part.charAt(0).toUpperCase()}${part.slice(1)}` : part.toUpperCase()
    )
    .join("-")

const readTag: Read<string> = (reading, value, at) => {
  const written = typeof value === "string" ? cased(value) : ""
  return written !== value && languageTag.test(written)
    ? fault(reading, at, `This language is written \`${written}\`.`, `\`"${written}"\``)
    : anyTag(reading, value, at)
}

/** @param ranges the languages that a reader wants, the most wanted first. @returns undefined for a form that does not name its language. */
export const readLanguages = (
  reading: ReadContext,
  form: Json,
  ranges: ReadonlyArray<string> = []
): ReadLanguages | undefined => {
  const given = isObject(form) ? own(form, "languages") : undefined
  if (given === undefined) return undefined
  const tags = array(readTag, MOST, "languages")(reading, given, AT)
  if (tags?.length === 0)
    fault(reading, AT, "`languages` is empty. Write the form's own language first, or take it out.", "one language")
  const all: Array<string> = []
  tags?.forEach((tag, index) => {
    if (tag === undefined) return
    if (all.includes(tag)) fault(reading, below(AT, index), `The language \`${tag}\` is there twice. Take one out.`)
    else all.push(tag)
  })
  const chosen = chooseLanguage(all, ranges)
  return chosen === undefined ? undefined : { all, chosen }
}

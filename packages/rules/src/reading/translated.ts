/** Texts that a form may write in each of its languages. */
import { didYouMean } from "../values/nearest.ts"
import { below } from "../values/pointer.ts"
import { shortened } from "../values/text.ts"
import { fault, isObject, listed, own, type Read, type ReadContext, subject } from "./Reader.ts"

/** A text that may be written in each language of the form: `{ "en": …, "de": … }`. Gives that of the language that is read. */
export const translated =
  (read: Read<string>): Read<string> =>
  (reading, value, at) => {
    if (!isObject(value)) return read(reading, value, at)
    const { languages } = reading
    if (languages === undefined)
      return fault(
        reading,
        at,
        `${subject(at)} has a text for each language, and the form does not say its languages. Write \`"languages": ["en", "de"]\` into the form, its own first.`,
        "a text"
      )
    const { all, chosen } = languages
    const texts = new Map<string, string>()
    for (const [language, text] of Object.entries(value)) {
      const place = below(at, language)
      if (!all.includes(language))
        fault(
          reading,
          place,
          `The form has no language \`${shortened(language, 40)}\`.${didYouMean(language, all)} Its \`languages\` are ${listed(all)}.`
        )
      const known = read(reading, text, place)
      if (known !== undefined) texts.set(language, known)
    }
    const [first = ""] = all
    if (own(value, first) === undefined)
      return fault(
        reading,
        at,
        `${subject(at)} needs a text in \`${first}\`, the form's first language: it stands where another one is missing.`,
        `\`"${first}": "…"\``
      )
    reading.translations?.set(at, texts)
    return texts.get(chosen) ?? texts.get(first)
  }

/** A text in the form's own language, of which `chosen` was read: what the rules see, whatever language the form is read in. */
export const ownTranslation = <Text extends string | undefined>(
  { languages, translations }: ReadContext,
  at: string,
  chosen: Text
): string | Text => translations?.get(at)?.get(languages?.all[0] ?? "") ?? chosen

/** The languages of a form, and which of them a reader gets (RFC 4647 §3.4, as RFC 9110 §12.5.4 has it chosen). */

/** Language tags (RFC 5646) as forms name them: `en`, `de-CH`, `zh-Hant`. */
export const languageTag = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|[0-9]{3}))?$/

/** Ranges beyond these are not read: no reader has more languages. */
const MOST_RANGES = 32

const RANGE = /^(\*|[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)(?:[ \t]*;[ \t]*[qQ]=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?))?$/

/** Follows a range that the reader does not want at all: `*` never finds it. */
const REFUSED = ";q=0"

/**
 * The language ranges of an `Accept-Language` header, the most wanted first, and last those that the reader refuses,
 * as `en;q=0`. What is no range is passed over: a reader who cannot be understood gets the form's first language.
 */
export const acceptedLanguages = (header: string): ReadonlyArray<string> =>
  header
    .split(",", MOST_RANGES)
    .flatMap((entry) => {
      const [, range, quality = "1"] = RANGE.exec(entry.trim()) ?? []
      return range === undefined ? [] : [{ range, quality: Number(quality) }]
    })
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ quality, range }) => (quality === 0 ? `${range}${REFUSED}` : range))

/** The tag itself, or the longest one that it begins with: `de-AT` finds `de`. */
const lookedUp = (languages: ReadonlyArray<string>, range: string): string | undefined => {
  const subtags = range.toLowerCase().split("-")
  while (subtags.length > 0) {
    const tag = subtags.join("-")
    const found = languages.find((language) => language.toLowerCase() === tag)
    if (found !== undefined) return found
    subtags.pop()
    // A subtag of one letter begins an extension, and says nothing alone.
    if (subtags.at(-1)?.length === 1) subtags.pop()
  }
  // A reader of German understands a form in Swiss German.
  const [primary] = range.toLowerCase().split("-")
  return languages.find((language) => language.toLowerCase().split("-")[0] === primary)
}

const isRefused = (language: string, refused: ReadonlyArray<string>): boolean =>
  refused.some((range) => `${language}-`.toLowerCase().startsWith(`${range}-`.toLowerCase()))

/**
 * The language in which a form is read: the first of the reader's ranges that it has, else its own first one.
 * @param languages of the form, the default first; not empty.
 */
export const chooseLanguage = (
  languages: ReadonlyArray<string>,
  ranges: ReadonlyArray<string> = []
): string | undefined => {
  const refused = ranges.flatMap((range) => (range.endsWith(REFUSED) ? [range.slice(0, -REFUSED.length)] : []))
  for (const range of ranges) {
    if (range.endsWith(REFUSED)) break
    const found =
      range === "*" ? languages.find((language) => !isRefused(language, refused)) : lookedUp(languages, range)
    if (found !== undefined) return found
  }
  return languages[0]
}

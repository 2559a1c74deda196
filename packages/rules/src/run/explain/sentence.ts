/** A fact and where it comes from, as one sentence in the language of the form. */
import type { TraceRead } from "../../Evaluation.ts"
import type { Json } from "../../Json.ts"
import { shortened } from "../../values/text.ts"
import { fill } from "../../words/fill.ts"
import type { TraceWords } from "../../words/TraceWords.ts"

/** Values that a sentence names; more would not be read. */
const MAX = 8
/** Items of a list and characters of a text that it shows. */
const MAX_ITEMS = 40
const MAX_CHARACTERS = 200

const said = (words: TraceWords, value: Json): string => {
  if (value === null) return words.noValue
  if (Array.isArray(value)) {
    if (value.length === 0) return words.nothing
    const shown = value
      .slice(0, MAX_ITEMS)
      .map((item) => said(words, item))
      .join(", ")
    return value.length > MAX_ITEMS ? fill(words.moreItems, { shown, count: value.length - MAX_ITEMS }) : shown
  }
  if (typeof value !== "string") return JSON.stringify(value)
  const short = shortened(value, MAX_CHARACTERS)
  return /^-?\d[\d.:-]*$/.test(short) ? short : `"${short}"`
}

/** A name of what was read. No field has a space in its name. */
const nameIn = (words: TraceWords, name: string): string => {
  const [, what, of] = /^(rows?) of (.+)$/.exec(name) ?? []
  return of === undefined ? name : fill(what === "rows" ? words.rows : words.row, { name: of })
}

/** What a name is. @param value as the sentence shows it; null where it is missing. */
export const isValue = (words: TraceWords, name: string, value: string | null): string =>
  value === null ? fill(words.missing, { name }) : fill(words.value, { name, value })

const ofRead = (words: TraceWords, { name: read, value }: TraceRead): string => {
  const name = nameIn(words, read)
  if (Array.isArray(value) && value.length === 0) return fill(words.empty, { name })
  return isValue(words, name, value === null ? null : said(words, value))
}

/** “premium is 945.46: basePremium is 698.66 and taxPremium is 101.30.” */
export const sentence = (words: TraceWords, fact: string, read: ReadonlyArray<TraceRead>): string => {
  if (read.length === 0) return `${fact}.`
  const all = read.slice(0, MAX).map((one) => ofRead(words, one))
  if (read.length > MAX) {
    const more = fill(words.more, { all: all.join(words.separator), count: read.length - MAX })
    return fill(words.from, { fact, read: more })
  }
  const last = all.pop() ?? ""
  return fill(words.from, {
    fact,
    read: all.length === 0 ? last : fill(words.last, { all: all.join(words.separator), last })
  })
}

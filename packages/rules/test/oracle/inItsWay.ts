/** How a language writes numbers and dates in messages, from the table of docs/rule-language.md. */

/** Before decimals, between thousands, digits from which a number with decimals has these, and a date. */
type Way = readonly [
  decimal: string,
  thousands: string,
  from: number,
  date: (year: string, month: string, day: string) => string
]

const slashes: Way[3] = (year, month, day) => `${day}/${month}/${year}`
const dots: Way[3] = (year, month, day) => `${day}.${month}.${year}`

const ways: { readonly [tag: string]: Way } = {
  de: [",", ".", 4, dots],
  "de-CH": [".", "’", 4, dots],
  es: [",", ".", 5, slashes],
  "es-MX": [".", ",", 4, slashes],
  fr: [",", "\u202f", 4, slashes],
  "fr-CA": [",", "\u202f", 4, (year, month, day) => `${year}-${month}-${day}`],
  "fr-CH": [",", "\u202f", 4, dots],
  pt: [",", ".", 4, slashes],
  "pt-PT": [",", "\u00a0", 5, slashes]
}

const grouped = (digits: string, thousands: string): string =>
  digits.length <= 3 ? digits : grouped(digits.slice(0, -3), thousands) + thousands + digits.slice(-3)

const number = (text: string, [decimal, thousands, from]: Way): string => {
  const sign = text.startsWith("-") ? "-" : ""
  const [whole = "", after] = text.slice(sign.length).split(".")
  const shown = whole.length >= (after === undefined ? 5 : from) ? grouped(whole, thousands) : whole
  return sign + shown + (after === undefined ? "" : decimal + after)
}

const moment = (text: string, date: Way[3]): string => {
  const shown = date(text.slice(0, 4), text.slice(5, 7), text.slice(8, 10))
  if (text.length === 10) return shown
  const offset = /(?:[Zz]|[+-]\d\d:\d\d)$/.exec(text)?.[0] ?? ""
  const time = text.slice(11, text.length - offset.length)
  const short = time.length === 8 && time.endsWith(":00") ? time.slice(0, 5) : time
  return `${shown} ${short} UTC${offset.length === 1 ? "" : offset}`
}

/** @param kind of what is shown. @param text as it is without a language. */
export const inItsWay = (language: string | undefined, kind: "number" | "date" | "other", text: string): string => {
  const way = ways[language ?? ""] ?? ways[language?.split("-")[0] ?? ""]
  if (way === undefined || kind === "other") return text
  return kind === "number" ? number(text, way) : moment(text, way[3])
}

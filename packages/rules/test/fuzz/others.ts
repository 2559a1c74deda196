/** Random texts, dates, times and chosen options. */
import { fieldOf, inside, isText, type Expression, type Make, type Readable, whole, written } from "./Expression.ts"
import { attributeIn, labelIn } from "./options.ts"
import { constantIn } from "./constants.ts"
import { hasTables, looked, withHolidays } from "./tables.ts"
import { canPick, coalesced, conditional, extreme, mixed, overRows, picked, rounded } from "./parts.ts"

const words = [
  "",
  "a",
  "ab",
  "abc",
  "c",
  "AB12",
  " x ",
  "é",
  "👍",
  "1.5",
  "-0.25",
  "2024-02-29",
  "it's",
  "\\",
  "line\nend",
  "ß",
  "comp",
  "a@b.co",
  "http://a.b",
  "12345",
  "\u00a0\ufeffx\u0085\u2003",
  "09:30",
  "2026-01-01T00:00:00Z"
]

const nameOfDate: Make = (readable, depth) => {
  const { random } = readable
  const language = random.pick(["en", "de", "de-CH", "fr", "es", "pt-BR"])
  return whole(`${random.pick(["monthName", "dayName"])}(${date(readable, depth - 1).text}, '${language}')`)
}

export const text: Make = (readable, depth) => {
  const { random } = readable
  const literalText = (): Expression =>
    (random.once(3) ? constantIn(readable, "text") : undefined) ?? {
      ...whole(written(random, random.pick(words))),
      words: "literal"
    }
  const field = (): Expression => fieldOf(readable, isText) ?? literalText()
  if (depth <= 0) return random.once(3) ? literalText() : field()
  return random.weighted<Expression>([
    [2, literalText],
    [5, field],
    [2, () => attributeIn(readable, "text") ?? field()],
    [2, () => labelIn(readable) ?? field()],
    [
      2,
      () => {
        const [a, b] = [text(readable, depth - 1), text(readable, depth - 1)]
        return { text: `${inside(random, a, 4)} + ${inside(random, b, 5)}`, binds: 4, scale: 0 }
      }
    ],
    [2, () => whole(`${random.pick(["lower", "upper", "trim"])}(${text(readable, depth - 1).text})`)],
    [2, () => partOfText(readable, depth)],
    [1, () => nameOfDate(readable, depth)],
    [
      4,
      () => {
        const of = readable.make.scalar(readable, depth - 1)
        return { ...whole(`text(${of.text})`), ...mixed(of) }
      }
    ],
    [hasTables(readable) ? 4 : 0, () => looked(readable, depth, "text") ?? field()],
    [canPick(readable) ? 3 : 0, () => picked(readable, depth, text)],
    [canPick(readable) ? 3 : 0, () => joined(readable, depth)],
    [1, () => conditional(readable, depth, text)],
    [1, () => coalesced(readable, depth, text)]
  ])
}

const joined = (readable: Readable, depth: number): Expression => {
  const separator = readable.random.once(4) ? text(readable, depth - 1).text : "', '"
  return whole(`join(${overRows(readable, (inner) => text(inner, depth - 1).text)}, ${separator})`)
}

/** How many characters, now and then of a number that is worked out. */
const characters = (readable: Readable, depth: number): string =>
  readable.random.once(3)
    ? rounded(readable, readable.make.number(readable, depth - 1), 0).text
    : String(readable.random.whole(-1, 5))

/** With one group each. Those that RE2 and JavaScript read alike: the oracle runs them as JavaScript does. */
const groups = [
  "^([A-Z]{2})",
  "([0-9]+)",
  "(a|ab)(?:c|bcd)?",
  "^[^@]+@([^@]+)$",
  "b(é)?",
  "([a-c]*)",
  "(?:^|-)(\\d+)",
  "(\\p{L}+)$",
  "[^\\d](\\d{2}?)",
  "()$"
]

const partOfText = (readable: Readable, depth: number): Expression => {
  const { random } = readable
  const of = text(readable, depth - 1).text
  switch (random.pick(["part", "part", "middle", "replace", "extract", "extract", "pad"])) {
    case "part":
      return whole(`${random.pick(["left", "right"])}(${of}, ${characters(readable, depth)})`)
    case "middle":
      return whole(`middle(${of}, ${characters(readable, depth)}, ${characters(readable, depth)})`)
    case "replace": {
      const by = random.once(2) ? "''" : text(readable, depth - 1).text
      return whole(`replace(${of}, ${random.pick(["'a'", "'ab'", "' '", "'é'", "'👍'", "'.'"])}, ${by})`)
    }
    case "extract": {
      const pattern = random.pick(groups)
      return whole(`extract(${of}, ${random.once(2) ? `r'${pattern}'` : written(random, pattern)})`)
    }
    default:
      return whole(
        `${random.pick(["padStart", "padEnd"])}(${of}, ${random.whole(0, 12)}, ${random.pick(["'0'", "' '", "'👍'"])})`
      )
  }
}

const dates = ["2024-02-29", "2023-03-31", "0001-01-01", "9999-12-31", "2000-01-01", "1900-03-01"]

export const date: Make = (readable, depth) => {
  const { random } = readable
  const field = (): Expression => fieldOf(readable, ({ type }) => type === "date") ?? whole("today")
  if (depth <= 0) return random.once(4) ? whole(`date('${random.pick(dates)}')`) : field()
  const hasRows = readable.lists.length > 0 && readable.each === undefined
  return random.weighted<Expression>([
    [4, field],
    [2, () => attributeIn(readable, "date") ?? field()],
    [2, () => constantIn(readable, "date") ?? whole("today")],
    [1, () => whole(`date('${random.pick(dates)}')`)],
    [2, () => whole(`date(${datetime(readable, depth - 1).text})`)],
    [1, () => whole(`date((${text(readable, depth - 1).text}) + '')`)],
    [
      4,
      () => {
        const amount = rounded(readable, readable.make.number(readable, depth - 1), 0).text
        if (random.once(4))
          return whole(`addBusinessDays(${date(readable, depth - 1).text}, ${amount}${withHolidays(readable)})`)
        return whole(
          `${random.pick(["addDays", "addMonths", "addYears"])}(${date(readable, depth - 1).text}, ${amount})`
        )
      }
    ],
    [hasTables(readable) ? 4 : 0, () => looked(readable, depth, "date") ?? field()],
    [1, () => conditional(readable, depth, date)],
    [1, () => coalesced(readable, depth, date)],
    [1, () => extreme(date)(readable, depth)],
    [canPick(readable) ? 2 : 0, () => picked(readable, depth, date)],
    [
      hasRows ? 2 : 0,
      () => whole(`${random.pick(["min", "max"])}(${overRows(readable, (inner) => date(inner, depth - 1).text)})`)
    ]
  ])
}

const ofKind = (type: string, constants: ReadonlyArray<string>): Make => {
  const make: Make = (readable, depth) => {
    const { random } = readable
    const constant = (): Expression => whole(`${type}(${written(random, random.pick(constants))})`)
    const field = (): Expression => fieldOf(readable, (one) => one.type === type) ?? constant()
    if (depth <= 0) return random.once(4) ? constant() : field()
    return random.weighted<Expression>([
      [4, field],
      [2, constant],
      [1, () => whole(`${type}((${text(readable, depth - 1).text}) + '')`)],
      [canPick(readable) ? 2 : 0, () => picked(readable, depth, make)],
      [2, () => conditional(readable, depth, make)],
      [2, () => coalesced(readable, depth, make)]
    ])
  }
  return make
}

export const time = ofKind("time", ["09:30", "00:00", "23:59:59", "09:30:15"])
export const datetime = ofKind("datetime", [
  "2024-12-31T23:30:00-05:00",
  "2026-01-01T00:00:00Z",
  "2026-01-01T01:00:00.000+01:00",
  "0001-01-01T00:00:00+23:59",
  "9999-12-31t23:59:59.999999999z"
])

/** Chosen options come from fields alone. INVARIANT: there is one. */
export const choices: Make = (readable, depth) => {
  const field = fieldOf(readable, ({ type }) => type === "choices") ?? whole("")
  if (depth <= 0 || readable.random.once(2)) return field
  return readable.random.once(2) ? conditional(readable, depth, choices) : coalesced(readable, depth, choices)
}

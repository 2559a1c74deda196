/** What a text can be read as: a date, a time, or both. */
import type { DateTree, DatetimeTree, TextTree, TimeTree } from "../../tree/Tree.ts"
import { parseDate, parseMoment, parseTime } from "../../values/civil.ts"

interface Temporal {
  /** What it is, without its article. */
  readonly word: string
  /** The constant of a text that is written out; undefined where it says none. */
  readonly constant: (text: string) => DateTree | TimeTree | DatetimeTree | undefined
  /** What any other text says when the rule runs, missing where it says none. */
  readonly ofText: (of: TextTree) => DateTree | TimeTree | DatetimeTree
  /** A good constant. */
  readonly expected: string
}

export const temporals: { readonly [K in "date" | "time" | "datetime"]: Temporal } = {
  date: {
    word: "date",
    constant: (text) => {
      const days = parseDate(text)
      return days === null ? undefined : { kind: "date", node: "literal", days }
    },
    ofText: (of) => ({ kind: "date", node: "dateOfText", of }),
    expected: "a date such as `'2024-12-31'`: year, month, day"
  },
  time: {
    word: "time",
    constant: (text) => {
      const seconds = parseTime(text)
      return seconds === null ? undefined : { kind: "time", node: "literal", seconds }
    },
    ofText: (of) => ({ kind: "time", node: "timeOfText", of }),
    expected: "a time such as `'09:30'` or `'09:30:15'`: hours from 00 to 23, minutes, and seconds if they matter"
  },
  datetime: {
    word: "date with a time",
    constant: (text) => {
      const moment = parseMoment(text)
      return moment === null ? undefined : { kind: "datetime", node: "literal", moment }
    },
    ofText: (of) => ({ kind: "datetime", node: "datetimeOfText", of }),
    expected:
      "a date, a time with seconds, and how far its clock is from UTC, such as `'2024-12-31T09:30:00Z'` or `'2024-12-31T09:30:00+01:00'`"
  }
}

/** How a language writes numbers and dates, and writing them so: from their exact text to another, never through a number. */

export interface Signs {
  /** Before the decimals. */
  readonly decimal: string
  /** Between the thousands. */
  readonly group: string
  /** Digits before the decimals from which a number that has decimals is grouped. */
  readonly groupedFrom: number
  /** `$1` stands for the year, `$2` for the month, `$3` for the day. */
  readonly date: string
}

/** A whole number of four digits may be a year, so that one is grouped from five on. */
const WHOLE_GROUPED_FROM = 5

const decimalIn = ({ decimal, group, groupedFrom }: Signs, text: string): string => {
  const [whole = "", decimals] = text.split(".")
  const from = decimals === undefined ? WHOLE_GROUPED_FROM : groupedFrom
  const grouped = whole.replace("-", "").length < from ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, group)
  return decimals === undefined ? grouped : grouped + decimal + decimals
}

/** A date, alone or with a time and its offset. A time alone stays as it is. */
const dateIn = ({ date }: Signs, text: string): string =>
  text
    .replace(/^(\d{4})-(\d\d)-(\d\d)/, date)
    .replace(/t/i, " ")
    .replace(/:00(?=[z+-])/i, "")
    .replace(/z|[+-]\d\d:\d\d$/i, (offset) => (offset.length === 1 ? " UTC" : ` UTC${offset}`))

/**
 * @param text of a decimal, a date, a time or both, as JSON has it.
 * @returns the text itself where `signs` is undefined.
 */
export const writtenIn = (signs: Signs | undefined, text: string): string =>
  signs === undefined ? text : /^-?\d+(?:\.\d+)?$/.test(text) ? decimalIn(signs, text) : dateIn(signs, text)

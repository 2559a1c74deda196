/** Words of CEL, spreadsheets and programming languages that this language does not have, and what to write instead. */
import { functionNames } from "./functionNames.ts"

const NUMBER = "All numbers are of one kind, and a text is read as one with `number(…)`."
const CHOOSE = "To choose between two values, write `condition ? value : other value`."
const MISSING = "Whether a field has a value is asked with `field != null`, whether it has none with `field == null`."
const PARTS =
  "A part of a text is `left(text, n)`, `right(text, n)` or `middle(text, start, n)`; ask about it with `startsWith`, `endsWith`, `contains` or `matches`."
const POWERS = "Powers are `pow(x, exponent)`, with a whole number for the exponent; there are no logarithms."
const DISTANCE =
  "How far two dates are apart is `daysBetween(from, to)`, `monthsBetween` or `yearsBetween`; a date is moved with `addDays(date, days)`, `addMonths` or `addYears`. Two times or date-times are `secondsBetween`, `minutesBetween` or `hoursBetween` apart."

/** What is said of each of several words, which have spaces between them. */
const saying = (...said: ReadonlyArray<readonly [words: string, sentence: string]>): ReadonlyMap<string, string> =>
  new Map(said.flatMap(([words, sentence]) => words.split(" ").map((word) => [word, sentence])))

/** By their names in small letters. */
const functions = saying(
  ["int uint double float decimal value parseint parsefloat", NUMBER],
  ["string", "A value is turned into a text with `text(…)`."],
  ["bool", "A yes-or-no field is a condition by itself; a text is compared, such as `answer == 'yes'`."],
  ["bytes", "There are no bytes; a text is used as it is."],
  ["type", "What kind of value a field holds is settled by its `type`, so no rule has to ask."],
  ["dyn", "A value is used as it is, without a conversion."],
  ["has isblank isempty isnull exists", MISSING],
  ["timestamp", "A date with a time is written `datetime('2024-12-31T09:30:00Z')`."],
  ["duration datediff datedif dateadd timediff", DISTANCE],
  [
    "networkdays networkdaysintl workdaysbetween workday workdayintl addworkdays weekdaysbetween",
    "Business days are counted with `businessDaysBetween(from, to, holidays)` and added with `addBusinessDays(date, days, holidays)`; the table of holidays may be left out."
  ],
  ["now", "There is no clock but `today`, the date of the evaluation."],
  ["if iif ifs switch", CHOOSE],
  ["concat concatenate textjoin", "Texts are joined with `+`, those of rows with `join(list, row, row.field, ', ')`."],
  ["len", "Characters are counted with `length(text)`, rows with `size(list)`."],
  ["average mean", "An average is `round(avg(list, row, row.field), 2)`."],
  ["sumif sumifs reduce", "Some of the rows are added up with `sum(filter(list, row, condition), row, row.field)`."],
  ["unique distinct", "Different values are counted with `countDistinct(list, row, row.field)`."],
  [
    "interpolate interpolated interp forecast",
    "Between two rows of a table goes `round(lookupInterpolated(table, 'column', key), 2)`."
  ],
  ["vlookup hlookup xlookup", "What a table has for some keys is `lookup(table, 'column', key)`."],
  ["exchange currency fx", "An amount is turned into another currency with `convert(amount, 'GBP', rate)`."],
  ["root", "A square root is `sqrt(x, decimals)`."],
  ["prod times", "Values of rows are multiplied with `product(list, row, row.field)`."],
  ["substitute replaceall", "Text is replaced with `replace(text, 'old', 'new')`."],
  ["pad lpad rpad", "A text is filled up with `padStart(text, 6, '0')` or `padEnd`."],
  [
    "capture extractall regex regexp regexextract regexpextract regexp_extract regexpsubstr regexp_substr match find search",
    "A part of a text is found by a pattern with `extract(text, '^([A-Z]{2})')`; whether all of a text is as a pattern says, with `matches(text, '[A-Z]{2}[0-9]+')`."
  ],
  ["countif", "Rows are counted with `count(list, row, condition)`."],
  ["isin", "Whether a value is one of several is asked with `cover in ['comp', 'tpo']`."],
  ["power exp log ln", POWERS],
  ["rem remainder modulo", "The remainder of a division is `mod(a, b)`."],
  ["quotient", "The whole part of a division is `trunc(a / b)`."],
  ["truncate", "Toward zero goes `trunc(x, decimals)`."],
  ["rounddown", "Always down is `floor(x, decimals)`, always toward zero `trunc(x, decimals)`."],
  ["roundup", "Always up is `ceil(x, decimals)`."],
  ["substring substr mid slice split indexof charat", PARTS]
)

/** What to write instead of an unknown function, with a space in front, or nothing. */
export const insteadOfFunction = (name: string): string => {
  const instead = functions.get(name.toLowerCase())
  return instead === undefined ? "" : ` ${instead}`
}

const renamed = saying(
  ["exists some", "any"],
  ["every", "all"],
  ["exists_one existsone", "count"],
  ["lowerascii tolowercase", "lower"],
  ["upperascii touppercase", "upper"],
  ["includes", "contains"],
  ["tostring", "text"],
  ["tofixed", "round"],
  ["getfullyear", "year"],
  ["getmonth", "month"],
  ["getdate", "day"]
)

/** Characters of a suggestion that repeats what the author wrote. */
const LONGEST = 60

/** What stands before the point in other languages and is no value: `math.floor(x)`, `regex.extract(x, 'p')`. */
const libraries: ReadonlySet<string> = new Set(["Math", "Number", "lists", "math", "re", "regex", "strings"])

/** How to write `of.name(args)` in this language. */
export const insteadOfMethod = (of: string, name: string, args: string): string => {
  const known = functionNames.has(name) ? name : renamed.get(name.toLowerCase())
  if (known === undefined) {
    const instead = insteadOfFunction(name)
    return `Nothing is called with a point, and there is no function \`${name}\`.${instead || ` A function is written before what it works on, such as \`length(${of.length > LONGEST ? "…" : of})\`.`}`
  }
  // `r -> r.age` is a name for the row and what it gives.
  const named = args.replace(/^(\w+)\s*->\s*/u, "$1, ")
  const operands = libraries.has(of) && args !== "" ? [named] : [of, named]
  const call = `${known}(${operands.filter((part) => part !== "").join(", ")})`
  const written = call.length > LONGEST ? `${known}(…)` : call
  const compared = /^exists_?one$/i.test(name) ? `${written} == 1` : written
  return operands.length === 1
    ? `A function is written by its name alone: \`${compared}\`.`
    : `A function is written before what it works on: \`${compared}\`.`
}

const words = saying(
  ["if else", CHOOSE],
  [
    "for loop while break continue",
    "A rule has no loops; ask about the rows of a list with `any`, `all`, `count` or `sum`."
  ],
  [
    "var let const function return",
    "A rule is one expression and defines nothing; what is used more than once is a computed field."
  ]
)

/** What to write instead of a word that the language does not have. */
export const insteadOfWord = (word: string): string =>
  `\`${word}\` is a reserved word and no field.${words.has(word) ? ` ${words.get(word)}` : ""}`

const signs = new Map([
  ["and", "&&"],
  ["or", "||"],
  ["AND", "&&"],
  ["OR", "||"],
  ["is", "=="],
  ["between", "a >= 1 && a <= 3"],
  ["mod", "mod(a, b)"]
])

/** The sign for which other languages have a word; undefined of any other word. */
export const insteadOfSign = (word: string): string | undefined => signs.get(word)

/** Reasons that lie in what the language has not: kinds of value and syntax. Their tests are refused at publish, with a sentence. */
import { functionNames } from "../../src/language/functionNames.ts"
import { called, type Facts, has, kindsOf, type Reason, refused } from "./Reason.ts"

const TYPES = ["bool", "int", "uint", "double", "string", "bytes", "list", "map", "null_type", "type", "dyn"]
const MACROS = ["all", "exists", "exists_one", "existsOne", "filter", "map"]

/** What has the same meaning here under another name (respell.ts). */
const respelled = ["lowerAscii", "upperAscii", "dyn", "string", "int", "uint", "double", "greatest", "least"]
const known = new Set([...functionNames, ...MACROS, ...respelled])

const macrosOf = (facts: Facts): number => called(facts).filter((name) => MACROS.includes(name)).length

/** The second of `exists(a, b, …)` is a name too. */
const hasTwoNames = ({ tokens }: Facts): boolean =>
  tokens.some(
    ({ written }, at) =>
      MACROS.includes(written) &&
      tokens[at + 1]?.written === "(" &&
      tokens[at + 3]?.written === "," &&
      tokens[at + 4]?.token === "name" &&
      tokens[at + 5]?.written === ","
  )

/** A type's name without a call denotes the type itself. */
const namesType = ({ tokens }: Facts): boolean =>
  tokens.some(
    ({ written }, at) => TYPES.includes(written) && tokens[at + 1]?.written !== "(" && tokens[at - 1]?.written !== "."
  )

/** `[` anywhere but after `in`. */
const hasList = ({ tokens }: Facts): boolean =>
  tokens.some(({ written }, at) => written === "[" && tokens[at - 1]?.written !== "in")

const isForeign = (facts: Facts): boolean =>
  ["map", "object", "enum", "message", "wrapper"].some((kind) => kindsOf(facts).includes(kind)) ||
  has(facts, "{", "has", "google", "proto2", "proto3", "proto") ||
  facts.test.expression.includes("cel.expr.") ||
  facts.tokens.some(({ token, written }) => token === "name" && /^(`|[A-Z]\w*(Enum|Types)$)/.test(written))

export const reasonsOfKinds: ReadonlyArray<Reason> = [
  {
    id: "times",
    title: "Dates are civil dates",
    because:
      "There are no timestamps in UTC and no durations. A form has dates, times and date-times as fields and as constants (`datetime('2026-01-01T00:00:00Z')`), and functions that count whole days, months and years.",
    explains: (facts) => refused(facts) && called(facts).some((name) => name === "timestamp" || name === "duration")
  },
  {
    id: "messages",
    title: "No maps, messages or enumerations",
    because:
      "What a rule reads are the fields of one form, so there is nothing to build or to select from: no `{…}`, no protocol buffers, no `has`, no names in packages. A field that was not sent is asked for with `== null`.",
    explains: (facts) => refused(facts) && isForeign(facts)
  },
  {
    id: "bytes",
    title: "No bytes",
    because: "A form has no field that could hold them.",
    explains: (facts) =>
      refused(facts) &&
      (kindsOf(facts).includes("bytes") ||
        has(facts, "bytes", "base64") ||
        facts.tokens.some(({ token }) => token === "bytes"))
  },
  {
    id: "optionals",
    title: "No optional values",
    because: "Every value may be missing here, and is read as it is; `coalesce(a, b)` says what stands in for it.",
    explains: (facts) => refused(facts) && (has(facts, "optional", ".?") || /\[\?/.test(facts.test.expression))
  },
  {
    id: "types",
    title: "Types are no values",
    because:
      "What kind a value has is known when a form is published, so no rule asks for it at run time, and nothing has a kind that is not known (`dyn`).",
    explains: (facts) =>
      refused(facts) && (kindsOf(facts).includes("type") || called(facts).includes("type") || namesType(facts))
  },
  {
    id: "nesting",
    title: "List functions do not nest and name one thing, the row",
    because:
      "The cost of a form is bounded when it is published, so no list function runs inside another. A row's number is `rowNumber(row)`, so there are no macros with two names.",
    explains: (facts) =>
      refused(facts) &&
      (hasTwoNames(facts) || macrosOf(facts) > 1 || called(facts).some((name) => name.startsWith("transform")))
  },
  {
    id: "functions",
    title: "Fewer functions",
    because:
      "A function is there if a form needs it. CEL's extension libraries (bits, formatting, splitting, positions in a text, names for parts of an expression) have no counterpart, nor have conversions other than `text(x)` and `number(text)`.",
    explains: (facts) => refused(facts) && called(facts).some((name) => !known.has(name))
  },
  {
    id: "replacements",
    title: "Every occurrence is replaced",
    because: "`replace` takes no number of replacements: it puts the new text wherever the old one stands.",
    explains: (facts) => refused(facts) && /\.replace\([^()]*,[^()]*,/.test(facts.test.expression)
  },
  {
    id: "lists",
    title: "Lists are rows of a form, not values",
    because:
      "A list is a field; what it holds is asked with `any`, `all`, `count`, `sum` and their like, and no rule makes, compares or indexes one, or joins two. A list written out stands after `in`, has values of one kind, and is not empty.",
    explains: (facts) =>
      refused(facts) && (hasList(facts) || kindsOf(facts).includes("list") || /in \[\]/.test(facts.test.expression))
  },
  {
    id: "texts",
    title: "Texts are written in one way",
    because:
      "On one line, between single or double quotes, with the escapes `\\\\ \\' \\\" \\n \\r \\t \\u0000` alone, and never with U+0000 in them, which the database cannot store. There are no comments.",
    explains: (facts) =>
      refused(facts) &&
      facts.tokens.some(
        ({ token, written }) =>
          token === "comment" ||
          (token === "text" &&
            (/^[rR]?("""|''')/.test(written) ||
              /[\n\r\0]/.test(written) ||
              (!/^[rR]/.test(written) && /\\u0000|(?<!\\)(?:\\\\)*\\(?!u[0-9A-Fa-f]{4})[^\\'"nrt]/.test(written))))
      )
  },
  {
    id: "remainder",
    title: "No sign for a remainder",
    because: "`%` means percent to authors of forms, and is refused with a hint; the remainder is `mod(a, b)`.",
    explains: (facts) => refused(facts) && has(facts, "%")
  }
]

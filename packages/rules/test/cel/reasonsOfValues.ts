/** Reasons that lie in what values mean: numbers, missing values, kinds, order, patterns. */
import { reservedWords, SLUG } from "../../src/language/reservedWords.ts"
import { called, type Facts, failsThere, has, missing, type Reason, refused } from "./Reason.ts"

/** Digits on each side of a number's point, an exponent worked in. */
const isTooLong = (written: string): boolean => {
  const [, whole = "", decimals = "", exponent = "0"] = /^(\d*)\.?(\d*)(?:[eE]([+-]?\d+))?[uU]?$/.exec(written) ?? []
  return whole.length + Math.max(0, Number(exponent)) > 15 || decimals.length + Math.max(0, -Number(exponent)) > 18
}

const isNumber = ({ outcome }: Facts): boolean =>
  outcome.is === "value" && outcome.kind === "number" && outcome.value !== null

/** CEL's integer is this number without its decimals. */
const isTruncated = ({ outcome, test }: Facts): boolean =>
  outcome.is === "value" &&
  test.expected.is === "number" &&
  test.expected.value === String(Math.trunc(Number(outcome.value)))

const converts = (facts: Facts): boolean =>
  called(facts).some((name) => ["int", "uint", "double", "dyn"].includes(name))

const bindable = ({ test }: Facts): boolean =>
  [...test.bindings.keys()].every((name) => SLUG.test(name) && !reservedWords.has(name))

/** Names that stand for nothing: neither bound nor called, nor a part of another name. */
const hasUnknownName = ({ test, tokens }: Facts): boolean =>
  tokens.some(
    ({ token, written }, at) =>
      token === "name" &&
      !["true", "false", "null", "in"].includes(written) &&
      !test.bindings.has(written) &&
      !["(", "."].includes(tokens[at + 1]?.written ?? "")
  )

export const reasonsOfValues: ReadonlyArray<Reason> = [
  {
    id: "names",
    title: "Names are fields",
    because:
      "A name is the slug of a field and none of the reserved words; one in a group has the name of the group before its only point, wherever it stands. One that stands for nothing is refused at publish, with the nearest one; CEL can leave that to run time.",
    explains: (facts) =>
      (refused(facts) && (!bindable(facts) || hasUnknownName(facts))) ||
      [...facts.test.bindings.keys()].some((name) => name.includes("."))
  },
  {
    id: "digits",
    title: "Numbers have at most 15 digits before the point and 18 after it",
    because:
      "Written in a rule or read from a text, and without an exponent. So every number of a form survives every JSON reader, and no sum of them loses a digit.",
    explains: (facts) =>
      (refused(facts) && facts.tokens.some(({ token, written }) => token === "number" && isTooLong(written))) ||
      (missing(facts) && facts.tokens.some(({ token, written }) => token === "text" && /\de[+-]?\d/.test(written)))
  },
  {
    id: "missing",
    title: "Errors are missing values, and division by zero is one",
    because:
      "Nothing fails at run time: what would be an error in CEL, or infinite, or no number, is missing, and `&&`, `||`, `!`, `any` and `all` are Kleene's. `count` counts the rows whose condition is known to be true.",
    explains: (facts) =>
      has(facts, "/") &&
      (missing(facts) ||
        (failsThere(facts) &&
          has(facts, "exists_one") &&
          facts.outcome.is === "value" &&
          facts.outcome.value === false))
  },
  {
    id: "division",
    title: "`/` stands only in `round` or a comparison",
    because:
      "A division may have endless decimals, and they are rounded where the author says, so nothing is calculated on with one.",
    explains: (facts) => facts.outcome.is === "refused" && facts.outcome.fault.startsWith("A division may have endless")
  },
  {
    id: "numbers",
    title: "One number type, of exact decimals",
    because:
      "`int`, `uint` and `double` are one kind: `1 == 1.0`, nothing overflows or is unsigned, and nothing is truncated by being converted; `round`, `floor` and `ceil` say what becomes of decimals.",
    explains: (facts) =>
      isNumber(facts) &&
      (isTruncated(facts)
        ? converts(facts)
        : failsThere(facts) &&
          (converts(facts) ||
            (facts.test.expected.is === "error" && facts.test.expected.message.includes("overflow")) ||
            facts.tokens.some(({ token, written }) => token === "number" && /u$/i.test(written))))
  },
  {
    id: "order",
    title: "Only numbers, dates and times have an order",
    because:
      "How texts are ordered depends on a language, and false and true have no order that authors expect; `<` and its like on them are refused at publish.",
    explains: (facts) =>
      facts.outcome.is === "refused" && /asks for an order|more or less than/.test(facts.outcome.fault)
  },
  {
    id: "null",
    title: "`null` is the missing value, not a value of its own",
    because: "It can be compared with a field or be a branch of `? :`; a rule that can only give `null` is refused.",
    explains: (facts) => refused(facts) && has(facts, "null")
  },
  {
    id: "kinds",
    title: "Kinds are checked at publish, always",
    because:
      "Values of different kinds are never compared, chosen between or taken for a condition. CEL's checker refuses most of these too; the tests switch it off, or go around it with `dyn`.",
    explains: (facts) =>
      facts.outcome.is === "refused" &&
      (facts.test.unchecked || has(facts, "dyn", "[") || failsThere(facts)) &&
      /is a (text|number|condition)|one kind|something true or false/.test(facts.outcome.fault)
  },
  {
    id: "anchored",
    title: "`matches` is about the whole text",
    because: "One rule for `matches` and the `pattern` of a field: the whole text has to match, not a part of it.",
    explains: ({ outcome, ...facts }) =>
      called({ outcome, ...facts }).includes("matches") && outcome.is === "value" && outcome.value === false
  },
  {
    id: "letters",
    title: "`lower` and `upper` know all letters, `trim` JavaScript's spaces",
    because:
      "`lower` and `upper` change every letter of Unicode, not ASCII's alone. `trim` takes off what ECMAScript calls white space and line ends: U+FEFF with it, U+0085 not.",
    explains: (facts) =>
      called(facts).some((name) => ["lowerAscii", "upperAscii", "trim"].includes(name)) &&
      facts.outcome.is === "value" &&
      /[^ -~]|\\u(0085|feff)/.test(facts.test.expression)
  }
]

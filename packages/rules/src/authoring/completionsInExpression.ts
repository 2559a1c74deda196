/** Proposals at a caret in an expression. */
import { functions } from "../check/expressions/functions.ts"
import { type Kind, type Options, wordFor } from "../check/expressions/Inference.ts"
import { typedField } from "../check/expressions/names.ts"
import { find, type Name, optionsOf, type RowBinding, type Scope } from "../check/expressions/Scope.ts"
import type { ChoiceField } from "../Definition.ts"
import { cellKind } from "../tables/columnTypes.ts"
import { firstOf, labelsOf } from "../values/choices.ts"
import type { Site } from "../check/Site.ts"
import type { Range } from "../Fault.ts"
import type { Limits } from "../Limits.ts"
import { typedConstant } from "../check/expressions/constants.ts"
import { constantsIn, fieldsIn } from "./completionsInTexts.ts"
import { type Hole, holeAt } from "./hole.ts"
import { type Candidate, candidate, type Candidates, fieldCandidate } from "./Proposal.ts"
import { type SourceToken, tokens } from "./tokens.ts"

/** The word, or the text in quotes, in which the caret stands. */
interface Typing {
  readonly range: Range
  readonly isText: boolean
  /** Parentheses follow. */
  readonly isCalled: boolean
}

const words: ReadonlySet<string> = new Set(["name", "function", "constant"])

const isQuoted = (source: string, { kind, range }: SourceToken): boolean =>
  kind === "text" || (kind === "invalid" && /^[rR]?['"]/.test(source.slice(range.start, range.end)))

/** Characters around a word in which its group is looked for: two names, and spaces. */
const NEAR = 200

/** A name after its group and a point is one word with them. */
const withGroup = (source: string, { end, start }: Range, groups: ReadonlySet<string>): Range => {
  const behind = /^\s*\.\s*\w*/.exec(source.slice(end, end + NEAR))
  if (behind !== null && groups.has(source.slice(start, end))) return { start, end: end + behind[0].length }
  const [whole, group] = /([a-z]\w*)\s*\.\s*$/.exec(source.slice(Math.max(0, start - NEAR), start)) ?? []
  const before = start - (whole?.length ?? 0)
  const isGrouped =
    group !== undefined && groups.has(group) && !/[\w.]\s*$/.test(source.slice(Math.max(0, before - NEAR), before))
  return isGrouped ? { start: before, end } : { start, end }
}

/** Undefined within a number, and within what is no token. */
const typingAt = (source: string, offset: number, groups: ReadonlySet<string>): Typing | undefined => {
  const nothing: Typing = {
    range: withGroup(source, { start: offset, end: offset }, groups),
    isText: false,
    isCalled: false
  }
  const touching = tokens(source).filter(({ range }) => range.start <= offset && offset <= range.end)
  const word = touching.find(({ kind }) => words.has(kind))
  if (word !== undefined)
    return { range: withGroup(source, word.range, groups), isText: false, isCalled: word.kind === "function" }
  const inside = touching.find(({ range }) => range.start < offset)
  if (inside === undefined) return nothing
  if (isQuoted(source, inside)) {
    const { end, start } = inside.range
    if (offset === end && inside.kind === "text") return undefined
    return { range: { start, end: inside.kind === "text" ? end : offset }, isText: true, isCalled: false }
  }
  // Of `!name == other` without the name, `!` and `=` are read as one.
  if (source.slice(inside.range.start, offset) === "!") return nothing
  return offset < inside.range.end || inside.kind === "number" || inside.kind === "invalid"
    ? inside.kind === "space"
      ? nothing
      : undefined
    : nothing
}

const quoted = (value: string): string => {
  const escaped = value
    .replace(/[\\']/g, String.raw`\$&`)
    .replace(/\n/g, String.raw`\n`)
    .replace(/\r/g, String.raw`\r`)
  return `'${escaped}'`
}

/** Options that are proposed: of more, the author writes the first letters. */
const MOST_OPTIONS = 1_000

const options = (scope: Scope, { of, values }: Options): ReadonlyArray<Candidate> => {
  if (of === undefined) return []
  const known = (name: Name): ReadonlyMap<string, string> => labelsOf(optionsOf(name) ?? [])
  const field = [...scope.fields.values()]
    .flatMap((name) => [name, ...name.rows.values()])
    .find((name) => name.slug === of && [...values.keys()].every((value) => known(name).has(value)))
  const labels = field === undefined ? new Map<string, string>() : known(field)
  return firstOf(values.keys(), MOST_OPTIONS).map((value) =>
    candidate("option", quoted(value), labels.get(value) ?? value)
  )
}

const isOfKind = (name: Name, kind: Kind | undefined): boolean => {
  const found = kind === undefined ? undefined : typedField(name, { at: "form", slot: name.slot })
  // A list function goes through chosen options as through the rows of a list.
  return found === undefined || found.tree.kind === kind || (kind === "rows" && found.tree.kind === "choices")
}

const ofScope = (scope: Scope, kind: Kind | undefined): ReadonlyArray<Candidate> =>
  fieldsIn(scope).filter(({ text }) => {
    const name = find(scope, text)?.name
    return name === undefined || isOfKind(name, kind)
  })

const rowFields = (list: Name, before: string, kind: Kind | undefined): ReadonlyArray<Candidate> =>
  [...list.rows.values()]
    .filter((name) => isOfKind(name, kind))
    .map((name) => fieldCandidate("row", name, list, before + name.slug))

/** The option that a list function is at. */
const ofBoundOption = ({ chosen, name }: RowBinding): ReadonlyArray<Candidate> =>
  chosen === undefined ? [] : [candidate("row", name, "an option")]

/** What an option has, by the kind that is asked for. */
const attributesOf = (scope: Scope, choice: ChoiceField, kind: Kind | undefined): ReadonlyArray<Candidate> => {
  const { attributes = [], optionsFrom } = choice
  const columns =
    optionsFrom === undefined ? attributes : (scope.tables.get(optionsFrom.table)?.definition.values ?? [])
  return columns
    .filter((column) => kind === undefined || cellKind(column) === kind)
    .map(({ name, type }) => candidate("attribute", name, `an attribute of type ${type}`))
}

const constants = (scope: Scope, { kind, takesNull }: Hole): ReadonlyArray<Candidate> => [
  ...constantsIn(scope).filter(({ text }) => {
    const constant = scope.constants.get(text)
    return kind === undefined || constant === undefined || typedConstant(constant).tree.kind === kind
  }),
  ...(kind === undefined || kind === "date" ? [candidate("constant", "today", wordFor("date"))] : []),
  ...(kind === undefined || kind === "boolean"
    ? ["true", "false"].map((text) => candidate("constant", text, wordFor("boolean")))
    : []),
  ...(takesNull ? [candidate("constant", "null", "no value")] : [])
]

const called = (isCalled: boolean): ReadonlyArray<Candidate> =>
  [...functions].map(([name, { signature }]) => ({
    kind: "function",
    text: isCalled ? name : `${name}()`,
    caret: isCalled ? name.length : name.length + 1,
    detail: signature
  }))

const isOverRows = (name: string): boolean => /^\w+\(list, row/.test(functions.get(name)?.signature ?? "")

/** The first argument of a function of lists is one. */
const takesRows = ({ argument }: Hole): boolean => argument?.index === 0 && isOverRows(argument.of)

/** The second one is a name for the row; `min` and `max` have one where their first argument is a list. */
const takesRowName = ({ argument }: Hole): boolean =>
  argument?.index === 1 &&
  argument.ofList &&
  (isOverRows(argument.of) || argument.of === "min" || argument.of === "max")

/** Fields of the row, of which `previous` takes one: also the one that the rule is of. */
const ofRowBefore = ({ own, waiting }: Scope, { argument }: Hole): ReadonlyArray<Candidate> | undefined => {
  if (argument?.of !== "previous" || own === undefined) return undefined
  return [...own.rows.values()].map((name) => {
    const { vertex, ...bare } = fieldCandidate("field", name, own, name.slug)
    return vertex === waiting || vertex === undefined ? bare : { ...bare, vertex }
  })
}

const lookups: ReadonlySet<string> = new Set(["lookup", "lookupInterpolated"])
const businessDays: ReadonlySet<string> = new Set(["addBusinessDays", "businessDaysBetween"])

/** Tables by their names, and the columns of values of the one that is named. */
const ofTables = (scope: Scope, { argument, table = "" }: Hole): ReadonlyArray<Candidate> | undefined => {
  const isHolidays = argument !== undefined && businessDays.has(argument.of) && argument.index === 2
  if (argument === undefined || !(isHolidays || (lookups.has(argument.of) && argument.index < 2))) return undefined
  if (argument.index !== 1)
    return [...scope.tables].map(([name, known]) =>
      candidate(
        "table",
        name,
        known === undefined ? "a table" : `a table by ${known.definition.keys.map((key) => key.name).join(", ")}`
      )
    )
  return (scope.tables.get(table)?.definition.values ?? []).map(({ name, type }) =>
    candidate("table", quoted(name), `a column of type ${type}`)
  )
}

/** The currencies of the form's amounts, where `convert` names one. */
const ofCurrencies = (scope: Scope, { argument }: Hole): ReadonlyArray<Candidate> | undefined => {
  if (argument?.of !== "convert" || argument.index !== 1) return undefined
  const fields = [...scope.fields.values()].flatMap((name) => [name, ...name.rows.values()]).map(({ field }) => field)
  const known = [...fields, ...scope.constants.values()].flatMap((one) =>
    one !== undefined && "currency" in one && one.currency !== undefined ? [one.currency] : []
  )
  return [...new Set(known)].map((code) => candidate("option", quoted(code), "a currency"))
}

const candidatesOf = (scope: Scope, hole: Hole, { isCalled, isText }: Typing): ReadonlyArray<Candidate> => {
  const named = ofTables(scope, hole) ?? ofCurrencies(scope, hole) ?? ofRowBefore(scope, hole)
  if (named !== undefined) return named
  const known = hole.options === undefined ? [] : options(scope, hole.options)
  if (isText) return known
  if (isCalled) return called(isCalled)
  const { bound, kind, memberOf } = hole
  if (memberOf?.choice !== undefined) return attributesOf(scope, memberOf.choice, kind)
  if (memberOf !== undefined) return memberOf.list === undefined ? [] : rowFields(memberOf.list, "", kind)
  if (takesRowName(hole)) return [candidate("row", "row", "a name for the row")]
  const wanted = takesRows(hole) ? "rows" : kind
  const rows = bound === undefined ? [] : [...ofBoundOption(bound), ...rowFields(bound.list, `${bound.name}.`, wanted)]
  const functionsToo = known.length > 0 ? [] : called(isCalled)
  return [
    ...known,
    ...rows,
    ...ofScope(scope, wanted),
    ...(takesRows(hole) ? [] : constants(scope, hole)),
    ...functionsToo
  ]
}

export const completionsInExpression = (
  { scope, source }: Site,
  gives: Name | undefined,
  offset: number,
  limits: Limits
): Candidates => {
  const none: Candidates = { range: { start: offset, end: offset }, proposals: [] }
  const typing = typingAt(source, offset, scope.groups)
  if (typing === undefined) return none
  const hole = holeAt(source, typing.range, scope, limits, gives)
  return hole === undefined ? none : { range: typing.range, proposals: candidatesOf(scope, hole, typing) }
}

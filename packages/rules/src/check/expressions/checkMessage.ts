/** Checking a message: a text with what is shown in braces, a field or an expression: `{premium} a year, {round(premium / 12, 2)} a month`. */
import type { ConstantDefinition } from "../../ConstantDefinition.ts"
import { constantType } from "../../fields/constantTypes.ts"
import type { Range } from "../../Fault.ts"
import { currencies } from "../../fields/currencies.ts"
import type { Limits } from "../../Limits.ts"
import { isWritten, type MessagePart } from "../../tree/MessagePart.ts"
import { isCounted, type TextTree, type ValueTree } from "../../tree/Tree.ts"
import { didYouMean } from "../../values/nearest.ts"
import { widen } from "./build.ts"
import { checkValue } from "./checkExpression.ts"
import { useConstant } from "./constants.ts"
import type { Typed } from "./Inference.ts"
import { typedField } from "./names.ts"
import { find, hintAtGroups, inRows, leaking, names, optionsOf, type Scope } from "./Scope.ts"
import { labelsOf } from "../../values/choices.ts"
import { FIELD_NAME } from "../../language/reservedWords.ts"
import { movedBy } from "../../language/movedBy.ts"
import type { ExpressionFault } from "../../language/Syntax.ts"
import { innerBrace } from "../../language/innerBrace.ts"
import { isName, type Placeholder, type Token, tokensOf } from "../../language/template.ts"
import { type Signs, writtenIn } from "../../words/Signs.ts"

/** Characters of a number, a date or a time as text, for costs. */
const MAX_VALUE = 40

interface ShownFault {
  readonly fault: string
  readonly expected?: string
}

/** `file`: the id of a file, whose name is known where a submission is stored, and not where rules run. */
export type ShownField = { readonly part: MessagePart } | { readonly file: TextTree } | ShownFault

const today = { kind: "text", most: MAX_VALUE, node: "textOf", of: { kind: "date", node: "today" } } as const

/** A constant is its text: money with its currency's decimals, a number without needless zeros. */
const shownConstant = (constant: ConstantDefinition | undefined, signs: Signs | undefined): ShownField => {
  if (constant === undefined) return { part: "" } // its own definition is at fault
  const type = constantType[constant.type]
  return { part: writtenIn(type.isWritten ? signs : undefined, type.shown(constant.value)) }
}

/** A value as a message shows it: a choice by its label, a number with so many decimals or without needless zeros. */
const partOf = (tree: ValueTree, labels: ReadonlyMap<string, string>, decimals: number | undefined): MessagePart => {
  if (isCounted(tree)) return { kind: "text", most: MAX_VALUE, node: "textOf", of: tree }
  switch (tree.kind) {
    case "choices":
      return { kind: "labels", of: tree, labels }
    case "text":
      // What an author made a text of stays as it is, whatever the language of the message (isWritten).
      return labels.size === 0 && !isWritten(tree) ? tree : { kind: "labels", of: tree, labels }
    case "number":
      return {
        kind: "text",
        most: MAX_VALUE,
        node: "textOfNumber",
        of: tree,
        ...(decimals === undefined ? {} : { decimals })
      }
    case "boolean":
    case "datetime":
      return { kind: "text", most: MAX_VALUE, node: "textOf", of: tree }
  }
}

/** What the author of a name that no field has probably means. */
const hintFor = (scope: Scope, slug: string): string => {
  const grouped = hintAtGroups(scope, slug)
  if (grouped !== "") return grouped
  const found = inRows(scope, slug)
  if (found === undefined) return didYouMean(slug, names(scope))
  const { list, own } = found
  const many = ` It is a field of the rows of \`${list.slug}\`, of which there may be many.`
  // An e-mail and a document are of a submission, and not of a row.
  if (scope.leaves !== "message")
    return "maxBytes" in (own.field ?? {})
      ? `${many} A table of a document shows the names of all these files.`
      : `${many} Show a computed field of the form; a table of a document shows each row.`
  return `${many} Show a computed field of the form, or let the check or outcome be about each row: \`"field": "${list.slug}.${own.slug}"\`.`
}

/** What `{slug}` shows. */
export const shownField = (scope: Scope, slug: string): ShownField => {
  if (slug === "today") return { part: today }
  const found = find(scope, slug)
  if (found === undefined && scope.constants.has(slug)) return shownConstant(useConstant(scope, slug), scope.signs)
  if (found === undefined) {
    if (!isName(slug) && !FIELD_NAME.test(slug)) {
      return {
        fault:
          "Between the braces of a template stands the name of a field and nothing else; what has to be worked out is a computed field. For a brace itself write `{{` or `}}`.",
        expected: "a field's name"
      }
    }
    return {
      fault: `There is no field \`${slug}\` to show.${hintFor(scope, slug)}`,
      expected: "the name of a field"
    }
  }
  const leak = leaking(scope, found.name)
  if (leak !== undefined) return { fault: leak }
  const value = typedField(found.name, found.place)
  if (value === undefined) return { part: "" } // its own definition is at fault
  const { decimals, tree } = value
  if (tree.kind === "file") return { file: tree.id }
  if (tree.kind === "rows" || tree.kind === "values") {
    return {
      fault: `\`${slug}\` is a list; a message shows one value. Show a computed field that counts or sums it.`
    }
  }
  return { part: partOf(tree, labelsOf(optionsOf(found.name) ?? []), decimals) }
}

/** An amount of money has the decimals of its currency; undefined of a plain number. */
const decimalsOf = ({ currency, tree }: Typed<ValueTree>): number | undefined =>
  tree.kind === "number" && currency !== undefined ? currencies.get(currency) : undefined

/** An expression has a value, and no options of its own. */
const noLabels: ReadonlyMap<string, string> = new Map()

/** What `{premium * 12}` shows. */
const shownExpression = (scope: Scope, limits: Limits, source: string): CheckedMessage => {
  const { faults, tree: found } = checkValue(source, scope, limits, "A message shows")
  if (found === undefined) return { parts: [], faults }
  const { currency = "", tree } = found
  const decimals = decimalsOf(found)
  if (tree.kind === "number" && decimals !== undefined && tree.scale > decimals) {
    const message = `This gives up to ${tree.scale} decimals, and ${currency} has ${decimals}. Round it: \`{round(${source.length <= 60 ? source.trim() : "…"}, ${decimals})}\`.`
    return { parts: [], faults: [{ message, range: { start: 0, end: source.length } }] }
  }
  const shown = tree.kind === "number" && decimals !== undefined ? widen(tree, decimals) : tree
  return { parts: [partOf(shown, noLabels, decimals)], faults }
}

export interface CheckedMessage {
  readonly parts: ReadonlyArray<MessagePart>
  readonly faults: ReadonlyArray<ExpressionFault>
}

const nothing: ShownFault = {
  fault:
    "Between the braces of a message stands what it shows: a field, or an expression such as `premium * 12`. For a brace itself write `{{` or `}}`.",
  expected: "a field's name, or an expression"
}

/** A message is said before anything is stored, so it names no file. */
const ofMessage = (slug: string, shown: ShownField): Exclude<ShownField, { readonly file: TextTree }> =>
  "file" in shown
    ? {
        fault: `\`${slug}\` is a file, and a message is said before its name is known. Say in words which file is meant; e-mails and documents show its name.`,
        expected: "a field that is no file"
      }
    : shown

/** What stands between two braces: a name, or an expression. */
const shownAt = (scope: Scope, limits: Limits, { range, slug: source }: Placeholder): CheckedMessage => {
  // As in a rule, there may be spaces around the point of a group.
  const slug = source.trim().replace(/\s*\.\s*/, ".")
  if (slug !== "" && !isName(slug) && !scope.fields.has(slug)) {
    const { faults, parts } = shownExpression(scope, limits, source)
    return { parts, faults: faults.map((fault) => ({ ...fault, range: movedBy(fault.range, range.start + 1) })) }
  }
  const shown = slug === "" ? nothing : ofMessage(slug, shownField(scope, slug))
  return "part" in shown ? { parts: [shown.part], faults: [] } : { parts: [], faults: [faultOf(shown, range)] }
}

/** Whether braces open at a token and are not what they seem: without their other half, or closed within quotes. */
const mayHaveInner = (message: string, token: Token): boolean =>
  token.token === "stray" ? message.charAt(token.fault.range.start) === "{" : "slug" in token && /['"]/.test(token.slug)

/** The parts of a message, texts and what is shown between them. */
export const checkMessage = (message: string, scope: Scope, limits: Limits): CheckedMessage => {
  const parts: Array<MessagePart> = []
  const faults: Array<ExpressionFault> = []
  // Up to where the fault of a brace within an expression speaks for all, and up to where one has been looked for.
  let [saidTo, lookedTo] = [0, 0]
  for (const token of tokensOf(message)) {
    const { start } = token.token === "stray" ? token.fault.range : token.range
    if (start < saidTo) continue
    if (start >= lookedTo && mayHaveInner(message, token)) {
      const { end, fault } = innerBrace(message, start)
      lookedTo = end
      if (fault !== undefined) {
        saidTo = end
        faults.push(fault)
        continue
      }
    }
    if (token.token === "literal") parts.push(token.text)
    else if (token.token === "stray") faults.push(token.fault)
    else {
      const shown = shownAt(scope, limits, token)
      parts.push(...shown.parts)
      faults.push(...shown.faults)
    }
  }
  return { parts, faults }
}

/** The fault of a placeholder whose field cannot be shown. */
export const faultOf = ({ expected, fault }: ShownFault, range: Range): ExpressionFault => ({
  message: fault,
  range,
  ...(expected === undefined ? {} : { expected })
})

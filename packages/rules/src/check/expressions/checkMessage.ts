/** Checking a message: a text with fields to show in braces, `A premium of {premium} needs an underwriter`. */
import type { ConstantDefinition } from "../../ConstantDefinition.ts"
import { constantType } from "../../fields/constantTypes.ts"
import type { Range } from "../../Fault.ts"
import { isCounted, type MessagePart } from "../../tree/Tree.ts"
import { didYouMean } from "../../values/nearest.ts"
import { useConstant } from "./constants.ts"
import { typedField } from "./names.ts"
import { find, leaking, names, optionsOf, type Scope } from "./Scope.ts"
import { labelsOf } from "../../values/choices.ts"
import type { ExpressionFault } from "../../language/Syntax.ts"
import { type Signs, writtenIn } from "../../words/Signs.ts"

/** Characters of a number, a date or a time as text, for costs. */
const MAX_VALUE = 40

const TOKEN = /\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+/y

export type ShownField = { readonly part: MessagePart } | { readonly fault: string; readonly expected?: string }

const today = { kind: "text", most: MAX_VALUE, node: "textOf", of: { kind: "date", node: "today" } } as const

/** A constant is its text: money with its currency's decimals, a number without needless zeros. */
const shownConstant = (constant: ConstantDefinition | undefined, signs: Signs | undefined): ShownField => {
  if (constant === undefined) return { part: "" } // its own definition is at fault
  const { isWritten, shown } = constantType[constant.type]
  return { part: writtenIn(isWritten ? signs : undefined, shown(constant.value)) }
}

/** What `{slug}` shows. */
export const shownField = (scope: Scope, slug: string): ShownField => {
  if (slug === "today") return { part: today }
  const found = find(scope, slug)
  if (found === undefined && scope.constants.has(slug)) return shownConstant(useConstant(scope, slug), scope.signs)
  if (found === undefined) {
    if (!/^[A-Za-z0-9_]+$/.test(slug)) {
      return {
        fault:
          "Between the braces of a message stands the name of a field and nothing else; what has to be worked out is a computed field. For a brace itself write `{{` or `}}`.",
        expected: "a field's name"
      }
    }
    return {
      fault: `There is no field \`${slug}\` to show.${didYouMean(slug, names(scope))}`,
      expected: "the name of a field"
    }
  }
  const leak = leaking(scope, found.name)
  if (leak !== undefined) return { fault: leak }
  const value = typedField(found.name, found.place)
  if (value === undefined) return { part: "" } // its own definition is at fault
  const { decimals, tree } = value
  const labels = labelsOf(optionsOf(found.name) ?? [])
  if (isCounted(tree)) return { part: { kind: "text", most: MAX_VALUE, node: "textOf", of: tree } }
  switch (tree.kind) {
    case "rows":
    case "values":
      return {
        fault: `\`${slug}\` is a list; a message shows one value. Show a computed field that counts or sums it.`
      }
    case "choices":
      return { part: { kind: "labels", of: tree, labels } }
    case "text":
      return { part: labels.size === 0 ? tree : { kind: "labels", of: tree, labels } }
    case "number":
      return {
        part: {
          kind: "text",
          most: MAX_VALUE,
          node: "textOfNumber",
          of: tree,
          ...(decimals === undefined ? {} : { decimals })
        }
      }
    case "boolean":
    case "datetime":
      return { part: { kind: "text", most: MAX_VALUE, node: "textOf", of: tree } }
  }
}

export interface CheckedMessage {
  readonly parts: ReadonlyArray<MessagePart>
  readonly faults: ReadonlyArray<ExpressionFault>
}

export type Token =
  | { readonly token: "literal"; readonly text: string; readonly range: Range }
  | { readonly token: "placeholder"; readonly slug: string; readonly range: Range }
  /** A brace without its other half. */
  | { readonly token: "stray"; readonly fault: ExpressionFault }

/** Literals, placeholders and stray braces from `start` to `end`. */
export const tokensOf = (source: string, start = 0, end = source.length): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  const text = source.slice(start, end)
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const [whole, slug] = match
    const range = { start: start + match.index, end: start + match.index + whole.length }
    if (slug !== undefined) tokens.push({ token: "placeholder", slug, range })
    else if (whole === "{" || whole === "}") {
      const message = `This \`${whole}\` has no \`${whole === "{" ? "}" : "{"}\`. For a brace itself write \`${whole}${whole}\`.`
      tokens.push({ token: "stray", fault: { message, range } })
    } else tokens.push({ token: "literal", text: whole === "{{" ? "{" : whole === "}}" ? "}" : whole, range })
  }
  return tokens
}

/** The parts of a message, texts and what is shown between them. */
export const checkMessage = (message: string, scope: Scope): CheckedMessage => {
  const parts: Array<MessagePart> = []
  const faults: Array<ExpressionFault> = []
  for (const token of tokensOf(message)) {
    if (token.token === "literal") parts.push(token.text)
    else if (token.token === "stray") faults.push(token.fault)
    else {
      const shown = shownField(scope, token.slug)
      if ("part" in shown) parts.push(shown.part)
      else faults.push(faultOf(shown, token.range))
    }
  }
  return { parts, faults }
}

/** The fault of a placeholder whose field cannot be shown. */
export const faultOf = (
  { expected, fault }: Extract<ShownField, { readonly fault: string }>,
  range: Range
): ExpressionFault => ({ message: fault, range, ...(expected === undefined ? {} : { expected }) })

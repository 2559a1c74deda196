/** Checking a message: a text with fields to show in braces, `A premium of {premium} needs an underwriter`. */
import type { MessagePart } from "../Tree.ts"
import { didYouMean } from "../value/nearest.ts"
import { typedField } from "./names.ts"
import { find, names, labelsOf, optionsOf, type Scope } from "./Scope.ts"
import type { ExpressionFault } from "./Syntax.ts"

/** Characters of a number, a date or a time as text, for reckoning with. */
const MOST_OF_VALUE = 40

const TOKEN = /\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+/y

type Shown = { readonly part: MessagePart } | { readonly fault: string; readonly expected?: string }

const today = { kind: "text", most: MOST_OF_VALUE, node: "textOf", of: { kind: "date", node: "today" } } as const

const shownField = (scope: Scope, slug: string): Shown => {
  if (slug === "today") return { part: today }
  const found = find(scope, slug)
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
  const value = typedField(found.name, found.place)
  if (value === undefined) return { part: "" } // its own definition is at fault
  const { decimals, tree } = value
  const labels = labelsOf(optionsOf(found.name) ?? [])
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
          most: MOST_OF_VALUE,
          node: "textOfNumber",
          of: tree,
          ...(decimals === undefined ? {} : { decimals })
        }
      }
    default:
      return { part: { kind: "text", most: MOST_OF_VALUE, node: "textOf", of: tree } }
  }
}

export interface CheckedMessage {
  readonly parts: ReadonlyArray<MessagePart>
  readonly faults: ReadonlyArray<ExpressionFault>
}

/** The parts of a message, texts and what is shown between them. */
export const checkMessage = (message: string, scope: Scope): CheckedMessage => {
  const parts: Array<MessagePart> = []
  const faults: Array<ExpressionFault> = []
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(message); match !== null; match = TOKEN.exec(message)) {
    const [whole, slug] = match
    const range = { start: match.index, end: match.index + whole.length }
    if (slug !== undefined) {
      const shown = shownField(scope, slug)
      if ("part" in shown) parts.push(shown.part)
      else
        faults.push({
          message: shown.fault,
          range,
          ...(shown.expected === undefined ? {} : { expected: shown.expected })
        })
    } else if (whole === "{" || whole === "}") {
      faults.push({
        message: `This \`${whole}\` has no \`${whole === "{" ? "}" : "{"}\`. For a brace itself write \`${whole}${whole}\`.`,
        range
      })
    } else parts.push(whole === "{{" ? "{" : whole === "}}" ? "}" : whole)
  }
  return { parts, faults }
}

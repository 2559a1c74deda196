/** The tokens of a message or a template: texts, and what stands in braces between them. */
import type { Range } from "../Fault.ts"
import type { ExpressionFault } from "./Syntax.ts"

const TOKEN = /\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+/y

/** Whether a name alone stands between two braces, and not an expression. */
export const isName = (shown: string): boolean => /^[A-Za-z0-9_]+$/.test(shown)

/** What stands between two braces, and where they stand. */
export interface Placeholder {
  readonly token: "placeholder"
  readonly slug: string
  readonly range: Range
}

export type Token =
  | { readonly token: "literal"; readonly text: string; readonly range: Range }
  | Placeholder
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

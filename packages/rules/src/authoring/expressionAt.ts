/** An expression that stands between the braces of a message. */
import { isName, tokensOf } from "../language/template.ts"
import type { Site } from "../check/Site.ts"

export interface ExpressionAt {
  /** The expression as a place of its own. */
  readonly site: Site & { readonly of: { readonly text: "expression" } }
  /** Where it begins in the message. */
  readonly start: number
}

/** The expression at a place of a message. Undefined where a text or a name alone stands. */
export const expressionAt = (site: Site, offset: number): ExpressionAt | undefined => {
  const { of, source } = site
  if (of.text !== "template" || of.takesExpressions !== true) return undefined
  for (const token of tokensOf(source)) {
    if (token.token !== "placeholder") continue
    const { end, start } = token.range
    if (start < offset && offset < end && token.slug !== "" && !isName(token.slug))
      return { site: { ...site, of: { text: "expression" }, source: token.slug }, start: start + 1 }
  }
  return undefined
}

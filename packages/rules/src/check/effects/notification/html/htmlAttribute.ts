/** How a value is escaped in a quoted attribute, or why the attribute takes no field. */
import type { Token } from "../../../../language/template.ts"
import { find } from "../../../expressions/Scope.ts"
import type { EffectCheckContext } from "../../common/EffectCheckContext.ts"
import type { Escape } from "../../../../tree/EffectTree.ts"
import { addressAttributes, codeAttributes, settingElements } from "./htmlElements.ts"

/** A web address whose host is written out. */
const ADDRESS = /^https?:\/\/[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::\d{1,5})?[/?#]/i

/** How a value is escaped at its place, or a sentence why no field can stand there. */
export type EscapeDecision = { readonly as: Escape } | { readonly why: string }

type StandingOf = (token: Extract<Token, { readonly token: "placeholder" }>) => EscapeDecision

const always = (decision: EscapeDecision) => (): EscapeDecision => decision
const never = (why: string) => always({ why })

const ofAddress = ({ scope }: EffectCheckContext, attribute: string, tokens: ReadonlyArray<Token>): StandingOf => {
  const [first] = tokens
  if (tokens.length === 1 && first?.token === "placeholder" && find(scope, first.slug)?.name.field?.type === "url")
    return always({ as: "link" })
  const start = first?.token === "literal" ? first.text : ""
  if (/^mailto:/i.test(start)) return always({ as: "mailbox" })
  if (ADDRESS.test(start) || /^tel:/i.test(start)) return always({ as: "component" })
  return never(
    `A field stands in \`${attribute}\` only after \`https://\`, a host and a \`/\` that are written out, such as \`https://example.org/{…}\`, or alone if it is of type \`url\`: else the field's value would decide where the link goes.`
  )
}

/** For the attribute of a tag: how each placeholder in it is escaped, or a sentence why it cannot stand there. */
export const escapeOf = (
  context: EffectCheckContext,
  element: string,
  attribute: string,
  tokens: ReadonlyArray<Token>
): StandingOf => {
  if (settingElements.has(element))
    return never(`No field can stand in \`<${element}>\`, which says something to the program that shows the page.`)
  if (attribute.startsWith("on") || codeAttributes.has(attribute))
    return never(`No field can stand in \`${attribute}\`: its value would be read as part of another language.`)
  return addressAttributes.has(attribute) ? ofAddress(context, attribute, tokens) : always({ as: "html" })
}

/** Texts that may be written in each language of a form: reading them from its text, and what writing one makes of them. */
import { entriesOf, memberOf, membersOf, sourceOf, textOf } from "./nodes.ts"
import type { Node } from "./parseText.ts"

/** The languages that a form names, its own first. */
export const languagesOf = (tree: Node): ReadonlyArray<string> =>
  entriesOf(memberOf(tree, "languages")).flatMap((entry) => textOf(entry) ?? [])

/** A text; of one in several languages the first that is written, which is mostly the form's own. */
export const ownText = (node: Node | undefined): string | undefined => textOf(node) ?? textOf(membersOf(node)[0]?.value)

/** The text in one language; undefined where it is not written in that. */
export const textIn = (node: Node | undefined, language: string, own: string | undefined): Node | undefined =>
  node?.type === "object" ? memberOf(node, language) : language === own ? node : undefined

/**
 * The whole member with another text in one language, as JSON; undefined where nothing is left. What is written in the form's own language alone
 * is a plain text.
 */
export const withTextIn = (
  text: string,
  node: Node | undefined,
  languages: ReadonlyArray<string>,
  language: string,
  json: string | undefined
): string | undefined => {
  const [own = language] = languages
  const before = new Map(
    node?.type === "object"
      ? membersOf(node).map(({ name, value }) => [name, sourceOf(text, value)] as const)
      : node === undefined
        ? []
        : [[own, sourceOf(text, node)] as const]
  )
  if (json === undefined) before.delete(language)
  else before.set(language, json)
  // A text in another language stands beside the form's own, which is missing then and has a fault.
  const order = [...languages, ...before.keys()].filter((tag, index, all) => all.indexOf(tag) === index)
  const written = order.flatMap((tag) => {
    const one = before.get(tag)
    return one === undefined ? [] : [[tag, one] as const]
  })
  const [first] = written
  if (first === undefined) return undefined
  if (written.length === 1 && first[0] === own) return first[1]
  return `{ ${written.map(([tag, one]) => `${JSON.stringify(tag)}: ${one}`).join(", ")} }`
}

/** What of a form is in one language alone, whatever objects are in it: what programs get, and an author's own members. */
const isOneLanguage = (name: string): boolean => name === "body" || name === "headers" || name.startsWith("x-")

/** How many texts that are written in several languages lack each of the others. */
export const missingTexts = (tree: Node): ReadonlyMap<string, number> => {
  const languages = languagesOf(tree)
  const [own] = languages
  const missing = new Map(languages.slice(1).map((language) => [language, 0]))
  const look = (node: Node): void => {
    const members = membersOf(node)
    const isText = own !== undefined && members.some(({ name, value }) => name === own && value.type === "string")
    if (isText)
      for (const [language, count] of missing)
        if (memberOf(node, language) === undefined) missing.set(language, count + 1)
    for (const { name, value } of members) if (!isOneLanguage(name)) look(value)
    for (const entry of entriesOf(node)) look(entry)
  }
  look(tree)
  return missing
}

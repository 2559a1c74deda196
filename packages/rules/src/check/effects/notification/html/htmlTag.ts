/** Tags of an author's HTML: each closed in order, each attribute once, its value quoted if it has a field in it. */
import { tokensOf } from "../../../../language/template.ts"
import { escapeOf } from "./htmlAttribute.ts"
import { keep, put, addFault, type Scan, scanRaw, take } from "./htmlScan.ts"
import { forbiddenElements, voidElements } from "./htmlElements.ts"

const OPENING = /<([A-Za-z][A-Za-z0-9]*)/y
const CLOSING = /<\/([A-Za-z][A-Za-z0-9]*)[\t\n\f\r ]*>/y
const SPACES = /[\t\n\f\r ]*/y
const END = /\/?>/y
const NAME = /[A-Za-z_:@][A-Za-z0-9_:.-]*/y
const EQUALS = /[\t\n\f\r ]*=[\t\n\f\r ]*/y
const UNQUOTED = /[^\t\n\f\r "'=<>`{}]+/y

export const scanClosing = (scan: Scan): boolean => {
  const from = scan.at
  const match = take(scan, CLOSING)
  if (match === null) return false
  const [, given = ""] = match
  const name = given.toLowerCase()
  const inside = scan.open.at(-1)
  if (inside?.name === name) scan.open.pop()
  else {
    const why = inside === undefined ? "nothing is open" : `\`<${inside.name}>\` has to be closed first`
    addFault(scan, from, scan.at, `\`</${name}>\` closes nothing here: ${why}.`, inside && `\`</${inside.name}>\``)
    const index = scan.open.findLastIndex((one) => one.name === name)
    if (index >= 0) scan.open.length = index // one fault for all elements that are closed out of order
  }
  keep(scan, from)
  return true
}

/** Reads an attribute's value. False if the rest of the tag cannot be read. */
const scanValue = (scan: Scan, element: string, attribute: string): boolean => {
  const quote = scan.source[scan.at]
  if (quote === '"' || quote === "'") {
    const stop = scan.source.indexOf(quote, scan.at + 1)
    if (stop < 0) {
      addFault(scan, scan.at, scan.at + 1, `This quote of \`${attribute}\` has no other half.`)
      return false
    }
    scan.parts.push(quote)
    const tokens = tokensOf(scan.source, scan.at + 1, stop)
    put(scan, tokens, escapeOf(scan.context, element, attribute, tokens))
    scan.at = stop
    scan.parts.push(quote)
    scan.at += 1
    return true
  }
  const from = scan.at
  const plain = take(scan, UNQUOTED)
  keep(scan, from)
  if (scan.source[scan.at] !== "{" && plain !== null) return true
  const end = scan.source.indexOf("}", scan.at) + 1
  const message = `The value of \`${attribute}\` has to stand in quotes.`
  addFault(scan, from, end > scan.at ? end : scan.at + 1, message, `\`${attribute}="…"\``)
  return false
}

/** The attributes of a tag, up to its `>`; undefined if the rest cannot be read. */
const scanAttributes = (scan: Scan, element: string): { readonly isClosed: boolean } | undefined => {
  const seen = new Set<string>()
  for (;;) {
    const from = scan.at
    const spaces = take(scan, SPACES)?.[0] ?? ""
    const end = take(scan, END)
    if (end !== null) {
      keep(scan, from)
      return { isClosed: end[0] === "/>" }
    }
    const nameAt = scan.at
    const name = spaces === "" ? undefined : take(scan, NAME)?.[0].toLowerCase()
    if (name === undefined) {
      const message =
        scan.source[scan.at] === "{"
          ? "No field can stand in a tag's or an attribute's name."
          : `The tag \`<${element}\` cannot be read here: after it stand attributes such as \`class="note"\`, and \`>\`.`
      addFault(scan, scan.at, Math.min(scan.at + 1, scan.source.length), message)
      return undefined
    }
    if (seen.has(name))
      addFault(scan, nameAt, scan.at, `\`${name}\` stands twice in this tag, and programs read only one.`)
    seen.add(name)
    const hasValue = take(scan, EQUALS) !== null
    keep(scan, from)
    if (hasValue && !scanValue(scan, element, name)) return undefined
  }
}

export const scanOpening = (scan: Scan): boolean => {
  const from = scan.at
  const match = take(scan, OPENING)
  if (match === null) return false
  const name = (match[1] ?? "").toLowerCase()
  const range = { start: from, end: scan.at }
  keep(scan, from)
  if (forbiddenElements.has(name))
    addFault(
      scan,
      from,
      scan.at,
      `\`<${name}>\` has no place in an e-mail: programs that show mail take it out, or read what is in it by other rules.`
    )
  const tag = scanAttributes(scan, name)
  if (tag === undefined) {
    const end = scan.source.indexOf(">", scan.at)
    scan.at = end < 0 ? scan.source.length : end + 1
  }
  if (voidElements.has(name)) return true
  if (tag?.isClosed === true)
    addFault(
      scan,
      from,
      scan.at,
      `\`<${name}/>\` does not close \`<${name}>\`: programs take it for open.`,
      `\`<${name}></${name}>\``
    )
  else scan.open.push({ name, range })
  if (name === "style" || name === "title") scanRaw(scan, name)
  return true
}

/**
 * Checking a template of HTML: a small, strict scanner of what the author wrote, which knows of each placeholder where it stands.
 * It takes less than browsers do, so that what it takes has one meaning: each element is closed in order, each attribute stands once,
 * and its value is quoted wherever a field stands in it. What a person typed is then always text, never an element or an attribute.
 */
import { type Read, text } from "../definition/Reader.ts"
import { type Token, tokensOf } from "../expression/checkMessage.ts"
import type { ExpressionFault } from "../expression/Syntax.ts"
import type { Range } from "../Fault.ts"
import { type Author, type Authoring, blame, spend } from "./Authoring.ts"
import type { Shown, Template } from "./EffectTree.ts"
import { escapeOf, type Standing } from "./htmlAttribute.ts"
import { refusedElements, textlessElements, voidElements } from "./htmlWords.ts"
import { costOfTemplate, isFault, shownAt } from "./template.ts"

interface Open {
  readonly name: string
  readonly range: Range
}

interface Scan {
  readonly authoring: Authoring
  readonly source: string
  readonly parts: Array<string | Shown>
  readonly faults: Array<ExpressionFault>
  readonly open: Array<Open>
  /** Whether the author wrote `<html>`, `<head>` or `<body>`: text outside of them would open the body before its time. */
  readonly isPage: boolean
  at: number
}

const OPENING = /<([A-Za-z][A-Za-z0-9]*)/y
const CLOSING = /<\/([A-Za-z][A-Za-z0-9]*)[\t\n\f\r ]*>/y
const DOCTYPE = /<!doctype html>/iy
const SPACES = /[\t\n\f\r ]*/y
const END = /\/?>/y
const NAME = /[A-Za-z_:@][A-Za-z0-9_:.-]*/y
const EQUALS = /[\t\n\f\r ]*=[\t\n\f\r ]*/y
const UNQUOTED = /[^\t\n\f\r "'=<>`{}]+/y
const PLACEHOLDER = /\{\$?[A-Za-z0-9_]+\}/

const refuse = ({ faults }: Scan, start: number, end: number, message: string, expected?: string): void => {
  faults.push({ message, range: { start, end }, ...(expected === undefined ? {} : { expected }) })
}

const take = (scan: Scan, pattern: RegExp): RegExpExecArray | null => {
  pattern.lastIndex = scan.at
  const match = pattern.exec(scan.source)
  if (match !== null) scan.at = pattern.lastIndex
  return match
}

/** Keeps what the author wrote as it is. */
const keep = (scan: Scan, from: number): void => {
  if (scan.at > from) scan.parts.push(scan.source.slice(from, scan.at))
}

/** `&` and letters just before a value would take its first letters for the end of a character reference. */
const UNFINISHED = /&#?[A-Za-z0-9]*$/

const put = (
  scan: Scan,
  tokens: ReadonlyArray<Token>,
  standing: (token: Extract<Token, { readonly token: "placeholder" }>) => Standing
): void => {
  for (const token of tokens) {
    if (token.token === "stray") scan.faults.push(token.fault)
    else if (token.token === "literal") scan.parts.push(token.text)
    else {
      const { range, slug } = token
      const before = scan.parts.at(-1)
      const place = standing(token)
      if (typeof before === "string" && UNFINISHED.test(before))
        refuse(
          scan,
          range.start,
          range.end,
          "Before this stands an unfinished `&…`. For the character itself write `&amp;`."
        )
      else if ("why" in place) refuse(scan, range.start, range.end, place.why)
      else {
        const shown = shownAt(scan.authoring, slug, place.as, range)
        if (isFault(shown)) scan.faults.push(shown)
        else scan.parts.push(shown)
      }
    }
  }
}

/** Where text may stand; a sentence where it may not. */
const textPlace = (scan: Scan): Standing => {
  const inside = scan.open.at(-1)
  if (inside === undefined)
    return scan.isPage
      ? { why: "This stands outside of `<body>`. Move it into an element of the body." }
      : { as: "html" }
  if (textlessElements.has(inside.name))
    return {
      why: `Text does not stand directly in \`<${inside.name}>\`, where programs move it to another place. Put it into ${inside.name === "html" || inside.name === "head" ? "the body" : "a cell, `<td>`"}.`
    }
  return { as: "html" }
}

const scanText = (scan: Scan, stop: number): void => {
  const tokens = tokensOf(scan.source, scan.at, stop)
  // The line break after `<pre>` is the author's, so that a value's own is not taken for it.
  if (scan.open.at(-1)?.name === "pre" && tokens[0]?.token === "placeholder" && scan.source[scan.at - 1] === ">")
    scan.parts.push("\n")
  put(scan, tokens, () => textPlace(scan))
  scan.at = stop
}

/** What no field may stand in is kept as it is, braces too. */
const keepRaw = (scan: Scan, stop: number, where: string): void => {
  const from = scan.at
  const found = PLACEHOLDER.exec(scan.source.slice(from, stop))
  if (found !== null) {
    const start = from + found.index
    refuse(
      scan,
      start,
      start + found[0].length,
      `No field can stand in ${where}: what somebody typed would be read as part of it.`
    )
  }
  scan.at = stop
  keep(scan, from)
}

const scanComment = (scan: Scan): void => {
  const from = scan.at
  const end = scan.source.indexOf("-->", from + 4)
  const inside = scan.source.slice(from + 4, end < 0 ? undefined : end)
  if (end < 0 || /^-?>|--!>|<!--|--!?$|-$/.test(inside)) {
    refuse(
      scan,
      from,
      from + 4,
      "This comment does not end with `-->`, or has `--` where programs read its end differently.",
      "`<!-- … -->`"
    )
    scan.at = end < 0 ? scan.source.length : end + 3
    return
  }
  keepRaw(scan, end + 3, "a comment")
}

/** The content of `<style>` and `<title>`, which has no elements. */
const scanRaw = (scan: Scan, name: string): void => {
  const closing = new RegExp(`</${name}`, "i").exec(scan.source.slice(scan.at))
  const stop = closing === null ? scan.source.length : scan.at + closing.index
  if (name === "style") keepRaw(scan, stop, "`<style>`")
  else {
    put(scan, tokensOf(scan.source, scan.at, stop), () => ({ as: "html" }))
    scan.at = stop
  }
}

const scanClosing = (scan: Scan): boolean => {
  const from = scan.at
  const match = take(scan, CLOSING)
  if (match === null) return false
  const [, given = ""] = match
  const name = given.toLowerCase()
  const inside = scan.open.at(-1)
  if (inside?.name === name) scan.open.pop()
  else {
    const expected = inside === undefined ? "an element that is open" : `\`</${inside.name}>\``
    const why = inside === undefined ? "nothing is open" : `\`<${inside.name}>\` has to be closed first`
    refuse(scan, from, scan.at, `\`</${name}>\` closes nothing here: ${why}.`, expected)
    const index = scan.open.findLastIndex((one) => one.name === name)
    if (index >= 0) scan.open.length = index // one fault for what is crossed
  }
  keep(scan, from)
  return true
}

/** An attribute's value; false where the tag cannot be read on. */
const scanValue = (scan: Scan, element: string, attribute: string): boolean => {
  const quote = scan.source[scan.at]
  if (quote === '"' || quote === "'") {
    const stop = scan.source.indexOf(quote, scan.at + 1)
    if (stop < 0) {
      refuse(scan, scan.at, scan.at + 1, `This quote of \`${attribute}\` has no other half.`)
      return false
    }
    scan.parts.push(quote)
    const tokens = tokensOf(scan.source, scan.at + 1, stop)
    put(scan, tokens, escapeOf(scan.authoring, element, attribute, tokens))
    scan.at = stop
    scan.parts.push(quote)
    scan.at += 1
    return true
  }
  const from = scan.at
  const plain = take(scan, UNQUOTED)
  keep(scan, from)
  if (scan.source[scan.at] !== "{" && plain !== null) return true
  refuse(scan, from, scan.at + 1, `The value of \`${attribute}\` stands in quotes.`, `\`${attribute}="…"\``)
  return false
}

/** The attributes of a tag, up to its `>`; undefined where it cannot be read on. */
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
      refuse(scan, scan.at, Math.min(scan.at + 1, scan.source.length), message)
      return undefined
    }
    if (seen.has(name))
      refuse(scan, nameAt, scan.at, `\`${name}\` stands twice in this tag, and programs read only one.`)
    seen.add(name)
    const hasValue = take(scan, EQUALS) !== null
    keep(scan, from)
    if (hasValue && !scanValue(scan, element, name)) return undefined
  }
}

const scanOpening = (scan: Scan): boolean => {
  const from = scan.at
  const match = take(scan, OPENING)
  if (match === null) return false
  const name = (match[1] ?? "").toLowerCase()
  const range = { start: from, end: scan.at }
  keep(scan, from)
  if (refusedElements.has(name))
    refuse(
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
    refuse(
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

const scanMarkup = (scan: Scan): void => {
  const { at, source } = scan
  if (source.startsWith("<!--", at)) return scanComment(scan)
  if (take(scan, DOCTYPE) !== null) {
    if (source.slice(0, at).trim() !== "") refuse(scan, at, scan.at, "`<!doctype html>` stands before everything else.")
    return keep(scan, at)
  }
  if (scanClosing(scan) || scanOpening(scan)) return undefined
  const named = source[at + 1] === "{" || source.startsWith("</{", at)
  refuse(
    scan,
    at,
    at + 1,
    named
      ? "No field can stand in a tag's or an attribute's name."
      : "This `<` begins no tag. For the character itself write `&lt;`."
  )
  scan.at += 1
}

/** The parts of a template of HTML. */
const checkHtml = (authoring: Authoring, source: string, at: string): Template => {
  const isPage = /<(?:html|head|body)\b/i.test(source)
  const scan: Scan = { authoring, source, parts: [], faults: [], open: [], isPage, at: 0 }
  while (scan.at < source.length) {
    const next = source.indexOf("<", scan.at)
    const stop = next < 0 ? source.length : next
    if (stop > scan.at) scanText(scan, stop)
    else scanMarkup(scan)
  }
  for (const { name, range } of scan.open) {
    const message = `\`<${name}>\` is not closed. Every element is, those too that browsers close by themselves.`
    scan.faults.push({ message, range, expected: `\`</${name}>\`` })
  }
  blame(authoring, at, scan.faults)
  return scan.parts
}

/** A template of HTML, of at most `most` characters. */
export const htmlTemplate =
  (most: number): Author<Template> =>
  (authoring): Read<Template> =>
  (reading, value, at) => {
    const source = text(1, most)(reading, value, at)
    if (source === undefined) return undefined
    const parts = checkHtml(authoring, source, at)
    spend(authoring, at, costOfTemplate(authoring, parts))
    return parts
  }

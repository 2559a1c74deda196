/** Scans what is not a tag in an author's HTML: text, comments, and the elements that hold only text. */
import { type Token, tokensOf } from "../../../../language/template.ts"
import type { ExpressionFault } from "../../../../language/Syntax.ts"
import type { Range } from "../../../../Fault.ts"
import type { EffectCheckContext } from "../../common/EffectCheckContext.ts"
import type { Shown } from "../../../../tree/EffectTree.ts"
import type { EscapeDecision } from "./htmlAttribute.ts"
import { textlessElements } from "./htmlElements.ts"
import { isFault, shownAt } from "../../common/template.ts"

interface Open {
  readonly name: string
  readonly range: Range
}

export interface Scan {
  readonly context: EffectCheckContext
  readonly source: string
  readonly parts: Array<string | Shown>
  readonly faults: Array<ExpressionFault>
  readonly open: Array<Open>
  /** Whether the author wrote `<html>`, `<head>` or `<body>`: text outside of them would open the body before its time. */
  readonly isPage: boolean
  at: number
}

const PLACEHOLDER = /\{\$?[A-Za-z0-9_]+\}/

export const addFault = ({ faults }: Scan, start: number, end: number, message: string, expected?: string): void => {
  faults.push({ message, range: { start, end }, ...(expected === undefined ? {} : { expected }) })
}

export const take = (scan: Scan, pattern: RegExp): RegExpExecArray | null => {
  pattern.lastIndex = scan.at
  const match = pattern.exec(scan.source)
  if (match !== null) scan.at = pattern.lastIndex
  return match
}

/** Keeps the author's text unchanged. */
export const keep = (scan: Scan, from: number): void => {
  if (scan.at > from) scan.parts.push(scan.source.slice(from, scan.at))
}

/** `&` and letters just before a value would take its first letters for the end of a character reference. */
const UNFINISHED = /&#?[A-Za-z0-9]*$/

export const put = (
  scan: Scan,
  tokens: ReadonlyArray<Token>,
  decision: (token: Extract<Token, { readonly token: "placeholder" }>) => EscapeDecision
): void => {
  for (const token of tokens) {
    if (token.token === "stray") scan.faults.push(token.fault)
    else if (token.token === "literal") scan.parts.push(token.text)
    else {
      const { range, slug } = token
      const before = scan.parts.at(-1)
      const place = decision(token)
      if (typeof before === "string" && UNFINISHED.test(before))
        addFault(
          scan,
          range.start,
          range.end,
          "Before this stands an unfinished `&…`. For the character itself write `&amp;`."
        )
      else if ("why" in place) addFault(scan, range.start, range.end, place.why)
      else {
        const shown = shownAt(scan.context, slug, place.as, range)
        if (isFault(shown)) scan.faults.push(shown)
        else scan.parts.push(shown)
      }
    }
  }
}

/** The escaping of text at this place, or a sentence why text may not stand here. */
const textPlace = (scan: Scan): EscapeDecision => {
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

export const scanText = (scan: Scan, stop: number): void => {
  const tokens = tokensOf(scan.source, scan.at, stop)
  // HTML drops a line break right after `<pre>`. This one is dropped instead of one that a value begins with.
  if (scan.open.at(-1)?.name === "pre" && tokens[0]?.token === "placeholder" && scan.source[scan.at - 1] === ">")
    scan.parts.push("\n")
  put(scan, tokens, () => textPlace(scan))
  scan.at = stop
}

/** Where fields are not allowed, the text is kept unchanged, braces too. */
const keepRaw = (scan: Scan, stop: number, where: string): void => {
  const from = scan.at
  const found = PLACEHOLDER.exec(scan.source.slice(from, stop))
  if (found !== null) {
    const start = from + found.index
    addFault(
      scan,
      start,
      start + found[0].length,
      `No field can stand in ${where}: its value would be read as part of it.`
    )
  }
  scan.at = stop
  keep(scan, from)
}

export const scanComment = (scan: Scan): void => {
  const from = scan.at
  const end = scan.source.indexOf("-->", from + 4)
  const inside = scan.source.slice(from + 4, end < 0 ? undefined : end)
  if (end < 0 || /^-?>|--!>|<!--|--!?$|-$/.test(inside)) {
    addFault(
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
export const scanRaw = (scan: Scan, name: string): void => {
  const closing = new RegExp(`</${name}`, "i").exec(scan.source.slice(scan.at))
  const stop = closing === null ? scan.source.length : scan.at + closing.index
  if (name === "style") keepRaw(scan, stop, "`<style>`")
  else {
    put(scan, tokensOf(scan.source, scan.at, stop), () => ({ as: "html" }))
    scan.at = stop
  }
}

/**
 * Checking a template of HTML: a small, strict scanner of what the author wrote, which knows the place of each placeholder.
 * It takes less than browsers do, and what it takes has one meaning: each element is closed in order, each attribute stands once,
 * and its value is quoted if it has a field in it. What a person typed is then always text, never an element or an attribute.
 */
import { type Read, text } from "../../../../reading/Reader.ts"
import {
  type EffectReader,
  type EffectCheckContext,
  addFaults,
  addCost,
  addSite
} from "../../common/EffectCheckContext.ts"
import type { Template } from "../../../../tree/EffectTree.ts"
import { keep, addFault, type Scan, scanComment, scanText, take } from "./htmlScan.ts"
import { scanClosing, scanOpening } from "./htmlTag.ts"
import { costOfTemplate, templateText } from "../../common/template.ts"

const DOCTYPE = /<!doctype html>/iy

const scanMarkup = (scan: Scan): void => {
  const { at, source } = scan
  if (source.startsWith("<!--", at)) return scanComment(scan)
  if (take(scan, DOCTYPE) !== null) {
    if (source.slice(0, at).trim() !== "")
      addFault(scan, at, scan.at, "`<!doctype html>` stands before everything else.")
    return keep(scan, at)
  }
  if (scanClosing(scan) || scanOpening(scan)) return undefined
  const named = source[at + 1] === "{" || source.startsWith("</{", at)
  addFault(
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
const checkHtml = (context: EffectCheckContext, source: string, at: string): Template => {
  const isPage = /<(?:html|head|body)\b/i.test(source)
  const scan: Scan = { context, source, parts: [], faults: [], open: [], isPage, at: 0 }
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
  addFaults(context, at, scan.faults)
  return scan.parts
}

/** A template of HTML, of at most `most` characters. */
export const htmlTemplate =
  (most: number): EffectReader<Template> =>
  (context): Read<Template> =>
  (reading, value, at) => {
    const source = text(1, most)(reading, value, at)
    if (source === undefined) return undefined
    addSite(context, at, source, templateText)
    const parts = checkHtml(context, source, at)
    addCost(context, at, costOfTemplate(context, parts))
    return parts
  }

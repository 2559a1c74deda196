/** Faults as text for people: where each one is, the author's line with a caret below it, what is wrong and what would be right. */
import type { Fault, Range } from "./Fault.ts"
import { type Json, memberOf } from "./Json.ts"
import { pointerTokens } from "./values/pointer.ts"

/** Columns of an expression that are shown around its range. */
const WIDTH = 100

/** What an author calls an entry: its slug, its id, or its name. */
const calledBy = (value: Json | undefined): string | undefined => {
  for (const name of ["slug", "id", "name", "value"]) {
    const called = memberOf(value, name)
    if (typeof called === "string" && /^[\w.-]{1,127}$/.test(called)) return called
  }
  return undefined
}

const nouns = new Map([
  ["fields", "field"],
  ["sections", "section"],
  ["checks", "check"],
  ["outcomes", "outcome"],
  ["effects", "effect"],
  ["options", "option"],
  ["transitions", "transition"],
  ["states", "state"],
  ["blocks", "block"],
  ["columns", "column"],
  ["mediaTypes", "media type"],
  ["to", "recipient"],
  ["cc", "recipient"]
])

/** “column 2 of row 3 of table area” */
const placeInTable = (pointer: string): string | undefined => {
  const [tables, table = "", rows, row, column] = pointerTokens(pointer)
  if (tables !== "tables" || rows !== "rows" || row === undefined) return undefined
  const place = `row ${Number(row) + 1} of table ${table.slice(0, 64)}`
  return column === undefined ? place : `column ${Number(column) + 1} of ${place}`
}

/** “value of constant base_rate” */
const placeInConstant = (pointer: string): string | undefined => {
  const [constants, name, ...members] = pointerTokens(pointer)
  if (constants !== "constants" || name === undefined) return undefined
  return [...members.toReversed().map((member) => member.slice(0, 64)), `constant ${name.slice(0, 64)}`].join(" of ")
}

/** “formula of field premium”: a pointer in words, for the members that have them. */
const placeOf = (definition: Json, pointer: string): string => {
  const inTable = placeInTable(pointer) ?? placeInConstant(pointer)
  if (inTable !== undefined) return inTable
  let value: Json | undefined = definition
  const words: Array<string> = []
  let noun: string | undefined
  for (const step of pointerTokens(pointer)) {
    value = memberOf(value, step)
    if (noun !== undefined && /^\d+$/.test(step))
      words.unshift(`${noun} ${calledBy(value) ?? `number ${Number(step) + 1}`}`)
    else if (!nouns.has(step) || !Array.isArray(value)) words.unshift(step.slice(0, 64))
    noun = nouns.get(step)
  }
  return words.join(" of ")
}

/** Columns that a character takes in a terminal: 2 for East Asian wide ones and pictures, 0 for marks that combine. */
const columns = (character: string): number => {
  if (/^[\p{Mn}\p{Me}\p{Cf}]$/u.test(character)) return 0
  return /^[\p{Emoji_Presentation}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]$/u.test(
    character
  )
    ? 2
    : 1
}

const width = (text: string): number => Array.from(text).reduce((sum, character) => sum + columns(character), 0)

/** Tabs and other control characters would move the caret. */
const printable = (text: string): string => text.replace(/\p{Cc}/gu, " ")

/** The part of a line around a range that fits, and the range in it. */
const clipped = (
  line: string,
  start: number,
  end: number
): { readonly text: string; readonly before: string; readonly under: string } => {
  const from = line.length <= WIDTH ? 0 : Math.max(0, Math.min(start - 20, line.length - WIDTH))
  const to = Math.min(line.length, from + WIDTH)
  const lead = from > 0 ? "…" : ""
  return {
    text: printable(lead + line.slice(from, to) + (to < line.length ? "…" : "")),
    before: printable(lead + line.slice(from, start)),
    under: printable(line.slice(start, Math.min(end, to)))
  }
}

/** The line that a range starts on, and carets below it. */
const underlined = (source: string, { end, start }: Range): string => {
  const lineStart = source.lastIndexOf("\n", start - 1) + 1
  const newline = source.indexOf("\n", start)
  const lineEnd = newline < 0 ? source.length : newline
  const line = source.slice(lineStart, lineEnd)
  const { before, text, under } = clipped(line, start - lineStart, Math.max(start, Math.min(end, lineEnd)) - lineStart)
  const carets = "^".repeat(Math.max(1, width(under)))
  const number = source.includes("\n") ? `${source.slice(0, start).split("\n").length}` : ""
  return `  ${number} | ${text}\n  ${" ".repeat(number.length)} | ${" ".repeat(width(before))}${carets}`
}

const valueAt = (definition: Json, pointer: string): Json | undefined =>
  pointerTokens(pointer).reduce<Json | undefined>((value, step) => memberOf(value, step), definition)

/** “/fields/3/formula  (formula of field premium)” */
export const pointerInWords = (definition: Json, pointer: string): string => {
  const place = placeOf(definition, pointer)
  return `${printable(pointer)}${place === "" || !place.includes(" ") ? "" : `  (${printable(place)})`}`
}

const render = (definition: Json, { expected, message, pointer, range }: Fault): string => {
  const source = valueAt(definition, pointer)
  return [
    pointer === "" ? "(the whole form)" : pointerInWords(definition, pointer),
    ...(range !== undefined && typeof source === "string" ? [underlined(source, range)] : []),
    `  ${message}`,
    // Many messages already name what was expected.
    ...(expected === undefined || message.includes(expected) ? [] : [`  Expected: ${expected}.`])
  ].join("\n")
}

/**
 * Faults as text, one after the other with an empty line between them.
 * @param definition the definition that was checked.
 * @param faults the faults of `check`.
 */
export const renderFaults = (definition: Json, faults: ReadonlyArray<Fault>): string =>
  faults.map((fault) => render(definition, fault)).join("\n\n")

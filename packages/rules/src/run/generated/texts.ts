/** Texts and messages as code. */
import { extracted } from "../../patterns/extract.ts"
import type { Pattern } from "../../patterns/knownPatterns.ts"
import { isWritten, type MessagePart } from "../../tree/MessagePart.ts"
import { isCounted, type TextTree } from "../../tree/Tree.ts"
import { forEachCounted } from "../../values/counted.ts"
import { middleOf, padded, replaced, rightOf } from "../../values/text.ts"
import { isPresent } from "./branches.ts"
import { called, type Emitter, type Site, writeEach } from "./Emitter.ts"
import { lookupCode } from "./lookups.ts"
import { sharedCode } from "./shared.ts"
import * as messages from "./messages.ts"
import { after, atom, textLiteral } from "./Writer.ts"

/** `write` of a value that is known, else `missing`. */
const lifted = (
  site: Site,
  code: string,
  isKnown: (value: string) => string,
  write: (value: string) => string,
  missing: string
): string => {
  const before: Array<string> = []
  const value = atom(site.writer, code, before)
  return after(before, `(${isKnown(value)} ? ${write(value)} : ${missing})`)
}

/** A counted value as a text, by kind. */
const countedTexts = forEachCounted(
  ({ format }) =>
    (count: number): string | undefined =>
      count === count ? format(count) : undefined
)

const textOf = (emitter: Emitter, site: Site, { of }: Extract<TextTree, { readonly node: "textOf" }>): string => {
  if (isCounted(of)) return called(site, countedTexts[of.kind])(emitter.days(site, of))
  switch (of.kind) {
    case "boolean":
      return lifted(site, emitter.boolean(site, of), isPresent, (value) => `String(${value})`, "undefined")
    case "datetime":
      return lifted(site, emitter.moment(site, of), isPresent, (value) => `${value}.written`, "undefined")
  }
}

const textOfNumber = (
  emitter: Emitter,
  site: Site,
  { decimals, of }: Extract<TextTree, { readonly node: "textOfNumber" }>
): string => {
  const { scale } = of
  const write = site.writer.constant(decimals === scale ? messages.fixedText : messages.shortText)
  return `${write}(${emitter.number(site, of)}, ${scale})`
}

const joined = (emitter: Emitter, site: Site, left: TextTree, right: TextTree): string => {
  const before: Array<string> = []
  const [a, b] = [left, right].map((tree) => atom(site.writer, emitter.text(site, tree), before))
  return after(before, `(${a} === undefined || ${b} === undefined ? undefined : ${a} + ${b})`)
}

const joinedRows = (
  emitter: Emitter,
  site: Site,
  { each, separator }: Extract<TextTree, { readonly node: "joinRows" }>
): string => {
  const { writer } = site
  const [all, between, value] = [writer.temp(), writer.temp(), writer.temp()]
  writer.line(`${all} = undefined; ${between} = ${emitter.text(site, separator)};`)
  writeEach(emitter, site, each, (inside, tree) => {
    writer.line(`${value} = ${emitter.text(inside, tree)};`)
    const more = `${all} === undefined ? ${value} : ${all} + ${between} + ${value}`
    writer.line(`if (${value} !== undefined) ${all} = ${more};`)
  })
  return `(${between} === undefined ? undefined : ${all} === undefined ? "" : ${all})`
}

type Made = Extract<TextTree, { readonly node: "part" | "replace" | "extract" | "pad" }>

const middle = (text: string | undefined, start: number, count: number): string | undefined =>
  text === undefined || Number.isNaN(start) || Number.isNaN(count) ? undefined : middleOf(text, start, count)

const right = (text: string | undefined, count: number): string | undefined =>
  text === undefined || Number.isNaN(count) ? undefined : rightOf(text, count)

const replacing =
  (part: string) =>
  (text: string | undefined, by: string | undefined): string | undefined =>
    text === undefined || by === undefined ? undefined : replaced(text, part, by)

const extractedBy = (text: string | undefined, pattern: Pattern): string | undefined =>
  text === undefined ? undefined : extracted(pattern.program(), text)

const padding =
  ({ fill, length, side }: Extract<TextTree, { readonly node: "pad" }>) =>
  (text: string | undefined): string | undefined =>
    text === undefined ? undefined : padded(text, side, length, fill)

/** A text that a function makes of another one. */
const madeOf = (emitter: Emitter, site: Site, tree: Made): string => {
  const { number, text } = emitter
  const call = (f: unknown, ...rest: ReadonlyArray<string>): string =>
    `${site.writer.constant(f)}(${[text(site, tree.of), ...rest].join(", ")})`
  switch (tree.node) {
    case "part":
      return tree.start === undefined
        ? call(right, number(site, tree.count))
        : call(middle, number(site, tree.start), number(site, tree.count))
    case "replace":
      return call(replacing(tree.part), text(site, tree.by))
    case "extract":
      return call(extractedBy, site.writer.constant(tree.pattern, tree.pattern.bytes))
    case "pad":
      return call(padding(tree))
  }
}

const cases = { lower: "toLowerCase", upper: "toUpperCase", trim: "trim" }

export const textCode = (emitter: Emitter, site: Site, tree: TextTree): string => {
  const { text } = emitter
  switch (tree.node) {
    case "lookup":
      return lookupCode(emitter, site, tree, undefined)
    case "joinRows":
      return joinedRows(emitter, site, tree)
    case "eachOption":
      return site.each
    case "literal":
      return textLiteral(tree.value)
    case "join":
      return joined(emitter, site, tree.left, tree.right)
    case "lower":
    case "upper":
    case "trim":
      return lifted(site, text(site, tree.of), isPresent, (value) => `${value}.${cases[tree.node]}()`, "undefined")
    case "part":
    case "replace":
    case "extract":
    case "pad":
      return madeOf(emitter, site, tree)
    case "textOfNumber":
      return textOfNumber(emitter, site, tree)
    case "textOf":
      return textOf(emitter, site, tree)
    default:
      return sharedCode(emitter, site, tree, "undefined", text)
  }
}

const partCode = (emitter: Emitter, site: Site, part: MessagePart): string => {
  if (typeof part === "string") return textLiteral(part)
  if (part.kind === "text") {
    const { words } = site.within.form
    const show = isWritten(part) ? messages.shownIn(words.signs) : messages.shown
    return called(site, show)(emitter.text(site, part))
  }
  const { labels, of } = part
  return of.kind === "text"
    ? called(site, messages.labelOf(labels))(emitter.text(site, of))
    : called(site, messages.labelsOf(labels))(emitter.choices(site, of))
}

/** A message with its values, as an expression that gives a text. */
export const messageCode = (emitter: Emitter, site: Site, parts: ReadonlyArray<MessagePart>): string =>
  parts.length === 0 ? '""' : parts.map((part) => partCode(emitter, site, part)).join(" + ")

/** Random definitions as people write them: any white space, escapes in texts, numerals as typed. */
import * as fc from "fast-check"
import { type Node, parseText } from "../../../src/screens/author/document/parseText.ts"

/** A string with some of its characters escaped. */
export const writtenText = (text: string, escape: (index: number) => boolean): string => {
  let source = ""
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    const needs = unit < 0x20 || unit === 0x22 || unit === 0x5c
    const short = new Map([
      [0x22, '\\"'],
      [0x5c, "\\\\"],
      [0x2f, "\\/"],
      [0x0a, "\\n"],
      [0x09, "\\t"],
      [0x08, "\\b"]
    ]).get(unit)
    if (short !== undefined && (needs || escape(index)) && !escape(index + 1)) source += short
    else if (needs || escape(index)) source += `\\u${unit.toString(16).padStart(4, "0")}`
    else source += text[index]
  }
  return `"${source}"`
}

export const text = fc.string({
  unit: fc.constantFrom("a", "b", " ", "é", '"', "\\", "/", "\n", "\t", "\u0001", "😀", "{", "]", ",", ":"),
  maxLength: 12
})

const source = fc.tuple(text, fc.infiniteStream(fc.boolean())).map(([value, escapes]) => {
  const picked: Array<boolean> = []
  return writtenText(value, (index) => (picked[index] ??= escapes.next().value))
})

const gap = fc.constantFrom("", " ", "  ", "\n", "\n  ", "\r\n\t", "\n\n    ")

const numeral = fc.constantFrom("0", "-0", "1.50", "0.10000000000000000555", "1e5", "12", "99.950")

const joined = (
  [open, close]: readonly [string, string],
  parts: ReadonlyArray<string>,
  gaps: ReadonlyArray<string>
): string =>
  open +
  parts.map((part, index) => (gaps[index * 2] ?? "") + part + (gaps[index * 2 + 1] ?? "")).join(",") +
  (parts.length === 0 ? (gaps[0] ?? "") : "") +
  close

const gaps = fc.array(gap, { minLength: 12, maxLength: 12 })

/** A JSON text in any formatting. */
export const json: fc.Arbitrary<string> = fc.letrec<{ value: string; object: string; list: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(source, numeral, fc.constantFrom("true", "false", "null")),
    tie("object"),
    tie("list")
  ),
  object: fc
    .tuple(
      fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "slug", "label", "x/y", "~", ""), source), {
        maxLength: 4,
        selector: ([name]) => name
      }),
      fc.array(tie("value"), { minLength: 4, maxLength: 4 }),
      gaps
    )
    .map(([names, values, between]) =>
      joined(
        ["{", "}"],
        names.map(([name], index) => `${JSON.stringify(name)}${between[9]}:${between[10]}${values[index]}`),
        between
      )
    ),
  list: fc
    .tuple(fc.array(tie("value"), { maxLength: 5 }), gaps)
    .map(([values, between]) => joined(["[", "]"], values, between))
})).value

/** A definition's text: an object at least. */
export const definition: fc.Arbitrary<string> = fc
  .tuple(json, json, gaps)
  .map(([first, second, between]) => joined(["{", "}"], [`"fields":${first}`, `"other":${second}`], between))

export const treeOf = (source: string): Node => {
  const parsed = parseText(source)
  if ("broken" in parsed) throw new Error(`${parsed.broken.reason} at ${parsed.broken.offset}: ${source}`)
  return parsed.tree
}

/** Every pointer of a tree, the outermost first. */
export const pointersOf = (node: Node, pointer = ""): ReadonlyArray<string> => [
  pointer,
  ...(node.type === "object"
    ? (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
        value === undefined
          ? []
          : pointersOf(value, `${pointer}/${String(key?.value).replace(/~/g, "~0").replace(/\//g, "~1")}`)
      )
    : (node.children ?? []).flatMap((child, index) => pointersOf(child, `${pointer}/${index}`)))
]

/** The names of fields in an expression that cannot be parsed yet, by its tokens. */
import { find, type Name, type Scope } from "../check/expressions/Scope.ts"
import { functionNames } from "../language/functionNames.ts"
import { bare, type FoundName, ofRows } from "./FoundName.ts"
import { type SourceToken, tokens } from "./tokens.ts"

interface Word extends SourceToken {
  readonly text: string
}

/** The index of the parenthesis that the one at `at` closes. */
const openingOf = (words: ReadonlyArray<Word>, at: number): number => {
  let depth = 0
  for (let index = at; index >= 0; index -= 1) {
    const { kind, text } = words[index] ?? { kind: "space", text: "" }
    if (kind !== "punctuation") continue
    if (text === ")") depth += 1
    if (text === "(") depth -= 1
    if (depth === 0) return index
  }
  return -1
}

/** The list whose rows the argument that ends at `at` gives. */
const listBefore = (words: ReadonlyArray<Word>, scope: Scope, at: number): Name | undefined => {
  let name = words[at]
  if (name?.text === ")") {
    let opening = openingOf(words, at)
    if (words[opening - 1]?.text !== "filter") return undefined
    while (words[opening + 1]?.text === "filter") opening += 2
    name = words[opening + 1]
  } else if (words[at - 1]?.text !== "(") return undefined
  const list = name?.kind === "name" ? find(scope, name.text)?.name : undefined
  return list !== undefined && list.rows.size > 0 ? list : undefined
}

/** A name after its group and a point is one word with them. */
const withGroups = (words: ReadonlyArray<Word>, { groups }: Scope): ReadonlyArray<Word> => {
  const joined: Array<Word> = []
  for (let at = 0; at < words.length; at += 1) {
    const [group, point, name] = words.slice(at, at + 3)
    if (group === undefined) break
    const isGrouped = groups.has(group.text) && joined.at(-1)?.text !== "." && point?.text === "."
    if (isGrouped && (name?.kind === "name" || name?.kind === "function")) {
      const range = { start: group.range.start, end: name.range.end }
      joined.push({ kind: name.kind, range, text: `${group.text}.${name.text}` })
      at += 2
    } else joined.push(group)
  }
  return joined
}

/** The names of fields in an expression, as far as tokens tell: `any(drivers, d, d.` has `drivers`, and `d` is its row. */
export const namesInTokens = (source: string, scope: Scope): ReadonlyArray<FoundName> => {
  const words = withGroups(
    tokens(source)
      .filter(({ kind }) => kind !== "space")
      .map((token): Word => ({ ...token, text: source.slice(token.range.start, token.range.end) })),
    scope
  )
  const rows = new Map<string, Name>()
  return words.flatMap(({ kind, range, text }, index): ReadonlyArray<FoundName> => {
    if (kind !== "name" && kind !== "function") return []
    const before = words[index - 1]?.text
    if (before === ".") {
      const row = words[index - 2]?.text ?? ""
      const list = rows.get(row) ?? find(scope, row)?.name
      return list === undefined ? [] : ofRows(list, text, range)
    }
    if (kind === "function") return functionNames.has(text) ? [] : bare(scope, text, range)
    const list = before === "," && find(scope, text) === undefined ? listBefore(words, scope, index - 2) : undefined
    if (list !== undefined) rows.set(text, list)
    return rows.has(text) ? [] : bare(scope, text, range)
  })
}

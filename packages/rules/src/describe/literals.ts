/** The literals in a form's rules: near them a payload turns from valid to invalid. */
import type { CheckedField, CheckedForm } from "../tree/CheckedForm.ts"
import type { Literals } from "../fields/FieldKind.ts"
import type { Pattern } from "../patterns/knownPatterns.ts"
import { isCounted, type ScalarTree } from "../tree/Tree.ts"
import { counted, forEachCounted } from "../values/counted.ts"
import { toText } from "../values/decimal.ts"

/** Literals kept of each kind. Without a limit, a form with long lists would make the search long. */
const MAX = 40

type CollectedLiterals = { readonly [K in keyof Literals]: Set<Literals[K] extends ReadonlySet<infer A> ? A : never> }

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null

const isPattern = (value: unknown): value is Pattern => isObject(value) && typeof value["test"] === "function"

type Literal = Extract<ScalarTree, { readonly node: "literal" }>

const isLiteral = (tree: object): tree is Literal => "node" in tree && tree.node === "literal"

const note = (tree: Literal, found: CollectedLiterals): void => {
  if (isCounted(tree)) {
    found[tree.kind].add(counted[tree.kind].format(tree.count))
    return
  }
  switch (tree.kind) {
    case "number":
      found.number.add(toText(tree.value, tree.scale))
      return
    case "text":
      found.text.add(tree.value)
      return
    case "datetime":
      found.datetime.add(tree.moment.written)
      return
    case "boolean":
      return
  }
}

const collect = (tree: unknown, found: CollectedLiterals): void => {
  if (!isObject(tree)) return
  if (isLiteral(tree)) {
    note(tree, found)
    return
  }
  const { node, pattern } = tree
  if ((node === "matches" || node === "extract") && isPattern(pattern)) found.patterns.add(pattern)
  for (const part of Object.values(tree)) collect(part, found)
}

const rulesOf = ({ formula, optionsWhen, requiredWhen, rows, visibleWhen }: CheckedField): ReadonlyArray<unknown> => [
  formula,
  optionsWhen?.map(({ when }) => when),
  visibleWhen,
  requiredWhen,
  ...rows.flatMap(rulesOf)
]

const few = <A>(all: ReadonlySet<A>): ReadonlySet<A> => new Set([...all].slice(0, MAX))

/** The literals of all rules that can make a payload invalid, in the order of the definition. */
export const literalsOf = ({ checks, fields }: CheckedForm): Literals => {
  const found: CollectedLiterals = {
    number: new Set(),
    text: new Set(),
    datetime: new Set(),
    ...forEachCounted(() => new Set<string>()),
    patterns: new Set()
  }
  for (const rule of [...fields.flatMap(rulesOf), ...checks.map(({ check }) => check)]) collect(rule, found)
  return {
    number: few(found.number),
    text: few(found.text),
    datetime: few(found.datetime),
    ...forEachCounted((_, kind) => few(found[kind])),
    patterns: few(found.patterns)
  }
}

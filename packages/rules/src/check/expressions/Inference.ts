/** What the parts of the expression checker share: a typed tree, the context, and the wording of faults. */
import type { ChoiceField } from "../../Definition.ts"
import type { Range } from "../../Fault.ts"
import type { Limits } from "../../Limits.ts"
import type { Each, NumberTree, Ratio, RowsTree, ScalarTree, TextTree, ValueTree } from "../../tree/Tree.ts"
import type { Values } from "../../values/choices.ts"
import { shortened } from "../../values/text.ts"
import type { RowBinding, Scope } from "./Scope.ts"
import type { CallSyntax, ExpressionFault, Syntax } from "../../language/Syntax.ts"

/** The result of `map`. Only `sum`, `min`, `max`, `avg`, `product`, `countDistinct` and `size` accept it, so no back end sees one. */
interface ValuesTree {
  readonly kind: "values"
  readonly each: Each<ScalarTree>
}

/**
 * A file, with the text that is its id. Only `==` and `!=`, `countDistinct`, templates of effects and bodies of requests accept it, each by
 * its id, so no back end sees one.
 */
export interface FileTree {
  readonly kind: "file"
  readonly id: TextTree
}

export type AnyTree = ValueTree | RowsTree | ValuesTree | FileTree
export type Kind = AnyTree["kind"]
export type TreeOf<K extends Kind> = Extract<AnyTree, { readonly kind: K }>

/** The texts that an expression can give, where they are known. */
export interface Options {
  readonly values: Values
  /** The choice they come from; undefined for texts written in the rule. */
  readonly of: string | undefined
}

/** What of a number is money. A plain number has neither member. */
export interface Money {
  /** ISO 4217, of an amount of money; of a list of values, of each. */
  readonly currency?: string
  /** It has been multiplied or divided by a number, which may be a rate: a formula may take it for an amount in another currency. */
  readonly isRated?: true
}

/** A checked expression, with what its tree does not have. */
export interface Typed<Tree extends AnyTree = AnyTree> extends Money {
  readonly tree: Tree
  /** What authors call it, with its article: “an amount of money”. */
  readonly word: string
  readonly options?: Options
  /** Decimals it is shown with: those of a money field's currency. */
  readonly decimals?: number
  /** The field whose options it has, where it is a field or an option chosen in one: what `.attribute` and `label` go by. */
  readonly choice?: ChoiceField
}

/** A checked division. */
export interface TypedRatio extends Money {
  readonly ratio: Ratio
}

/** A part of an expression that may be a division. */
export type Operand = Typed | TypedRatio

export const isTypedRatio = (found: Operand): found is TypedRatio => "ratio" in found

/** Hears of each part of an expression that has a value, once it is checked; undefined where a fault was added. */
export type SeePart = (syntax: Syntax, found: Operand | undefined, bound: RowBinding | undefined) => void

export interface Inference {
  readonly source: string
  readonly scope: Scope
  readonly limits: Limits
  /** Vertices of the fields that the expression reads. */
  readonly reads: Set<string>
  readonly faults: Array<ExpressionFault>
  /** The row that a list function is at, while its body is checked. */
  bound: RowBinding | undefined
  readonly see: SeePart | undefined
  /** Undefined where a fault was added: expressions around it then add none. */
  readonly infer: (syntax: Syntax) => Typed | undefined
}

/** Adds a fault. Returns undefined, the result of a check that failed. */
export const addFault = (inference: Inference, range: Range, message: string, expected?: string): undefined => {
  inference.faults.push({ message, range, ...(expected === undefined ? {} : { expected }) })
  return undefined
}

const counted = (count: number): string =>
  count === 0 ? "nothing stands" : count === 1 ? "one value stands" : `${count} values stand`

/** A call with too few or too many values in its parentheses. */
export const addArityFault = (inference: Inference, { args, name, range }: CallSyntax, signature: string): undefined =>
  addFault(
    inference,
    range,
    `\`${name}\` is written \`${signature}\`; here ${counted(args.length)} in its parentheses.`,
    `\`${signature}\``
  )

const kindWords: { readonly [K in Kind]: string } = {
  number: "a number",
  text: "a text",
  boolean: "a condition (true or false)",
  date: "a date",
  time: "a time",
  datetime: "a date with a time",
  choices: "a set of chosen options",
  rows: "a list",
  values: "a list of values",
  file: "a file"
}

/** What authors call a kind, with its article. */
export const wordFor = (kind: Kind): string => kindWords[kind]

export const typed = <Tree extends AnyTree>(tree: Tree): Typed<Tree> => ({ tree, word: wordFor(tree.kind) })

/** The author's text, in backquotes. */
export const quoted = (inference: Inference, { range }: { readonly range: Range }): string =>
  `\`${shortened(written(inference, { range }), 40)}\``

const isKind = <K extends Kind>(tree: AnyTree, kind: K): tree is TreeOf<K> => tree.kind === kind

/** The tree if it is of that kind. */
const as = <K extends Kind>(tree: AnyTree, kind: K): TreeOf<K> | undefined => (isKind(tree, kind) ? tree : undefined)

/** All of the trees if each is of that kind. */
export const allAs = <K extends Kind>(trees: ReadonlyArray<AnyTree>, kind: K): ReadonlyArray<TreeOf<K>> =>
  trees.filter((tree) => isKind(tree, kind))

const conversions = new Map<string, string>([
  ["text→date", "Write a date as `date('2024-12-31')`."],
  ["text→time", "Write a time as `time('09:30')`."],
  ["text→datetime", "Write a date with a time as `datetime('2024-12-31T09:30:00Z')`."],
  ["text→number", "Read a text as a number with `number(…)`."],
  ["number→text", "Turn a number into a text with `text(…)`."],
  ["date→text", "Turn a date into a text with `text(…)`."],
  ["time→text", "Turn a time into a text with `text(…)`."],
  ["datetime→text", "Turn a date with a time into a text with `text(…)`."],
  ["time→datetime", "It is compared with another date with a time, such as `datetime('2024-12-31T09:30:00Z')`."],
  ["datetime→date", "Take the date of it with `date(…)`."],
  ["rows→number", "Count its rows with `size(…)`, or add something up with `sum(list, row, row.field)`."]
])

/** A hint how to get from one kind to another, with a space in front, or nothing; `said` is the author's text. */
export const conversion = (from: Kind, to: Kind, said = "…"): string => {
  const hint = conversions.get(`${from}→${to}`)
  return hint === undefined ? "" : ` ${hint.replace("…", () => (said.length > 40 ? "…" : said))}`
}

/** The author's text. */
export const written = ({ source }: Inference, { range }: { readonly range: Range }): string =>
  source.slice(range.start, range.end).replace(/\s+/g, " ")

/** What the author wrote is, in words: “`name` is a text”. */
export const described = (inference: Inference, syntax: Syntax, { word }: { readonly word: string }): string =>
  `${quoted(inference, syntax)} is ${word}`

/** What may be asked of a file, for the author of a rule that asks something else; `said` is the author's text. */
export const beyondFiles = (said: string): string =>
  `A rule sees neither the name nor the size nor the type of a file; ask with \`${said} != null\` whether there is one.`

/** The same beside what a part is, with a space in front; nothing of another part. */
export const hintAtFile = (
  inference: Inference,
  syntax: { readonly range: Range },
  found: { readonly tree?: AnyTree }
): string => (found.tree?.kind === "file" ? ` ${beyondFiles(written(inference, syntax))}` : "")

/** Adds the fault of a part that is of another kind than its place takes. @param subject says what the place takes. */
export const addKindFault = (
  inference: Inference,
  syntax: Syntax,
  found: { readonly word: string; readonly tree?: AnyTree },
  subject: string,
  expected: string,
  more = ""
): undefined => {
  const hint = more || hintAtFile(inference, syntax, found)
  return addFault(inference, syntax.range, `${subject}; ${described(inference, syntax, found)}.${hint}`, expected)
}

/** Checks an expression that has to be a whole number. */
export const expectWhole = (
  inference: Inference,
  syntax: Syntax,
  subject: string,
  instead?: string
): NumberTree | undefined => {
  const tree = expectKind(inference, syntax, "number", subject)
  if (tree === undefined || tree.scale === 0) return tree
  return addFault(
    inference,
    syntax.range,
    `${subject} a whole number; ${quoted(inference, syntax)} may have decimals. ${instead ?? `Round it: \`round(${written(inference, syntax)})\`.`}`,
    "a whole number"
  )
}

/** Checks an expression that has to be of one kind; `subject` starts the sentence of a fault. */
export const expectKind = <K extends Kind>(
  inference: Inference,
  syntax: Syntax,
  kind: K,
  subject: string
): TreeOf<K> | undefined => expectTyped(inference, syntax, kind, subject)?.tree

/** The same, with what its tree does not have. */
export const expectTyped = <K extends Kind>(
  inference: Inference,
  syntax: Syntax,
  kind: K,
  subject: string
): Typed<TreeOf<K>> | undefined => {
  const found = inference.infer(syntax)
  if (found === undefined) return undefined
  const tree = as(found.tree, kind)
  if (tree !== undefined) return { ...found, tree }
  const wanted = wordFor(kind)
  const hint = conversion(found.tree.kind, kind, written(inference, syntax))
  return addKindFault(inference, syntax, found, `${subject} ${wanted}`, wanted, hint)
}

/** Checks an expression that has to be true or false. */
export const expectCondition = (
  inference: Inference,
  syntax: Syntax,
  subject: string
): TreeOf<"boolean"> | undefined => {
  const found = inference.infer(syntax)
  if (found === undefined) return undefined
  if (found.tree.kind === "boolean") return found.tree
  const wanted = "a condition such as `age >= 18`"
  return addKindFault(inference, syntax, found, `${subject} a condition, something true or false`, wanted)
}

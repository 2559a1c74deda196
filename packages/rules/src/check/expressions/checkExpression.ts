/** Checking one expression of a definition, from its text to its tree, for one use. */
import * as Result from "effect/Result"
import type { RowField } from "../../Definition.ts"
import { rowKindOf } from "../../fields/fieldTypes.ts"
import type { Limits } from "../../Limits.ts"
import type { BooleanTree, ValueTree } from "../../tree/Tree.ts"
import { start } from "./infer.ts"
import { checkOption } from "./checkComparison.ts"
import { addAssignmentFault } from "./currencies.ts"
import { type Inference, addFault, type Typed, typed, expectCondition, wordFor } from "./Inference.ts"
import { asValue, expectValue } from "./operators.ts"
import { parse } from "../../language/parse.ts"
import { type Scope, type Name, optionsOf } from "./Scope.ts"
import { valuesOf } from "../../values/choices.ts"
import type { ExpressionFault, Syntax } from "../../language/Syntax.ts"

export interface Checked<Tree> {
  /** Undefined where there are faults. */
  readonly tree: Tree | undefined
  readonly faults: ReadonlyArray<ExpressionFault>
  /** Vertices of the fields it reads. */
  readonly reads: ReadonlySet<string>
}

/** @param expectKind adds the faults of a tree that its place does not take. */
export const checked = <Tree>(
  source: string,
  scope: Scope,
  limits: Limits,
  expectKind: (inference: Inference, syntax: Syntax) => Tree | undefined
): Checked<Tree> => {
  const syntax = parse(source, limits, scope.groups)
  if (Result.isFailure(syntax)) return { tree: undefined, faults: [syntax.failure], reads: new Set() }
  const inference = start(source, scope, limits)
  const tree = expectKind(inference, syntax.success)
  return { tree: inference.faults.length === 0 ? tree : undefined, faults: inference.faults, reads: inference.reads }
}

/** Checks a condition; `subject` starts the sentence of a fault: “`visibleWhen` is”. */
export const checkCondition = (source: string, scope: Scope, limits: Limits, subject: string): Checked<BooleanTree> =>
  checked(source, scope, limits, (inference, syntax) => expectCondition(inference, syntax, subject))

/** Checks an expression that may give a value of any kind; `subject` starts the sentence of a fault: “This member gets”. */
export const checkValue = (source: string, scope: Scope, limits: Limits, subject: string): Checked<Typed<ValueTree>> =>
  checked(source, scope, limits, (inference, syntax) => expectValue(inference, syntax, subject))

/** The same for what programs get: of a field with a file, its id. */
export const checkSent = (source: string, scope: Scope, limits: Limits, subject: string): Checked<Typed<ValueTree>> =>
  checked(source, scope, limits, (inference, syntax) => {
    if (syntax.syntax !== "name") return expectValue(inference, syntax, subject)
    const found = inference.infer(syntax)
    if (found?.tree.kind === "file") return { ...found, tree: found.tree.id }
    return found && asValue(inference, syntax, found, subject)
  })

const fieldWord = (field: RowField): string => {
  const { formulaWord, kind } = rowKindOf(field)
  return formulaWord ?? wordFor(kind)
}

/** Faults each text that is a whole branch of a formula and not an option of the formula's field. */
const checkBranches = (inference: Inference, name: Name, syntax: Syntax): void => {
  if (syntax.syntax === "conditional") {
    checkBranches(inference, name, syntax.whenTrue)
    checkBranches(inference, name, syntax.whenFalse)
    return
  }
  if (syntax.syntax === "call" && syntax.name === "coalesce") {
    for (const operand of syntax.args) checkBranches(inference, name, operand)
    return
  }
  const options = optionsOf(name)
  if (options === undefined) return
  checkOption(inference, syntax, {
    ...typed({ kind: "text", most: 0, node: "missing" }),
    options: { values: valuesOf(options), of: name.slug }
  })
}

const fits = (
  inference: Inference,
  name: Name,
  field: RowField,
  syntax: Syntax,
  found: Typed<ValueTree>
): ValueTree | undefined => {
  const { tree, word } = found
  if (tree.kind !== rowKindOf(field).kind) {
    return addFault(
      inference,
      syntax.range,
      `\`${name.slug}\` is ${fieldWord(field)}, and its formula gives ${word}.`,
      fieldWord(field)
    )
  }
  checkBranches(inference, name, syntax)
  const currency = "currency" in field ? field.currency : undefined
  const isOther = currency !== undefined && found.currency !== undefined && found.currency !== currency
  if (isOther && found.isRated !== true && inference.scope.mixesCurrencies !== true)
    return addAssignmentFault(inference, name.slug, currency, { syntax, money: found })
  if (tree.kind !== "number" || !("decimals" in field) || tree.scale <= field.decimals) return tree
  const rounded = inference.source.length <= 60 ? inference.source : "…"
  const has =
    field.decimals === 0 ? "no decimals" : `${field.decimals} ${field.decimals === 1 ? "decimal" : "decimals"}`
  return addFault(
    inference,
    syntax.range,
    `This gives up to ${tree.scale} decimals, and \`${name.slug}\` has ${has}. Round it: \`round(${rounded}, ${field.decimals})\`.`,
    `at most ${has}`
  )
}

/** Checks the formula of a field. A field whose definition is at fault takes any value. */
export const checkFormula = (source: string, scope: Scope, limits: Limits, name: Name): Checked<ValueTree> =>
  checked(source, scope, limits, (inference, syntax) => {
    const found = expectValue(inference, syntax, "A formula gives")
    if (found === undefined) return undefined
    if (name.field === undefined) return found.tree
    return name.field.type === "list" ? undefined : fits(inference, name, name.field, syntax, found)
  })

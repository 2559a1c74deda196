/** A condition of the rule language over stored values, for filtering a list of submissions. */
import * as Result from "effect/Result"
import type { CheckedForm } from "./tree/CheckedForm.ts"
import { compiler } from "./run/closures/backEnd.ts"
import { frameReader, type Selection } from "./run/closures/frameReader.ts"
import type { ConstantDefinition } from "./ConstantDefinition.ts"
import type { Field } from "./Definition.ts"
import type { StoredValues } from "./Evaluation.ts"
import { checkCondition } from "./check/expressions/checkExpression.ts"
import { costOf } from "./check/expressions/cost.ts"
import type { Name } from "./check/expressions/Scope.ts"
import type { ExpressionFault } from "./language/Syntax.ts"
import { defaultLimits, type Limits } from "./Limits.ts"
import { useReader } from "./patterns/PatternReader.ts"
import { re2 } from "./patterns/re2.ts"
import { Table } from "./tables/Table.ts"
import type { TableDefinition } from "./TableDefinition.ts"
import { groupsOf } from "./values/groups.ts"
import { decoderOf, isProblem } from "./run/payload/decode.ts"
import { parseDate } from "./values/civil.ts"
import { CheckBudget, within } from "./values/CheckBudget.ts"

export interface Condition {
  /** Steps for one submission in the worst case, counted as at publishing (`Limits.steps`). */
  readonly steps: number
  /**
   * Whether the condition is true for the stored values. A missing condition is not true. Nothing is computed again: a computed
   * field has its stored value. A value that another version stored and this form cannot read is missing.
   * @param today `YYYY-MM-DD`.
   */
  readonly holds: (stored: StoredValues, today: string) => boolean
}

/**
 * Compiles a condition over the fields of `form`.
 * @param source an expression that is true or false, as in `visibleWhen`; untrusted.
 * @param options `isAuthor: false` for a reader who may not see how the form is written: tables, constants and attributes of options are not there then.
 * @returns the condition, or every fault with its range in `source`.
 */
export const compileCondition = (
  { definition: { constants, fields, tables } }: CheckedForm,
  source: string,
  limits: Partial<Limits> = {},
  { isAuthor = true }: { readonly isAuthor?: boolean } = {}
): Result.Result<Condition, ReadonlyArray<ExpressionFault>> => {
  useReader(re2)
  const allowed = { ...defaultLimits, ...limits }
  const known = byName(tables)
  const written = isAuthor
    ? { tables: known, constants: constantsOf(constants) }
    : { tables: new Map<string, Table>(), constants: constantsOf([]), labels: known }
  const { faults, reads, tree } = within(new CheckBudget(allowed.patterns), () =>
    checkCondition(
      source,
      {
        fields: namesOf(fields),
        groups: groupsOf(fields.map(({ slug }) => slug)),
        ...written,
        used: new Set(),
        own: undefined
      },
      allowed,
      "A filter is"
    )
  )
  if (tree === undefined) return Result.fail(faults)
  const steps = costOf(tree, (slot) => maxItemsOf(fields[slot]))
  if (steps > allowed.steps) return Result.fail([tooCostly(source, steps, allowed.steps)])
  const frameOf = frameReader(fields, selectionOf(reads))
  const run = compiler.boolean(tree)
  return Result.succeed({
    steps,
    holds: (stored, today) => run(frameOf(stored, parseDate(today))) === true
  })
}

const namesOf = (fields: ReadonlyArray<Field>): ReadonlyMap<string, Name> =>
  new Map(
    fields.map((field, slot) => [
      field.slug,
      { slug: field.slug, slot, field, rows: field.type === "list" ? namesOf(field.fields) : new Map<string, Name>() }
    ])
  )

const byName = (tables: ReadonlyArray<TableDefinition>): ReadonlyMap<string, Table> =>
  new Map(tables.map((table) => [table.name, Table.of(table)]))

const constantsOf = (constants: ReadonlyArray<ConstantDefinition>): ReadonlyMap<string, ConstantDefinition> =>
  new Map(constants.map((constant) => [constant.name, constant]))

const maxItemsOf = (field: Field | undefined): number => (field?.type === "list" ? field.maxItems : 0)

const tooCostly = (source: string, steps: number, most: number): ExpressionFault => ({
  message: `This condition may take ${steps} steps for one submission, and ${most} are allowed.`,
  range: { start: 0, end: source.length }
})

/** The fields that the condition reads, read as this form reads them. */
const selectionOf = (reads: ReadonlySet<string>): Selection => ({
  value: (field, name) => {
    if (!reads.has(name)) return undefined
    const decode = decoderOf(field)
    return (json) => {
      const decoded = decode(json)
      return isProblem(decoded) ? null : decoded.value
    }
  },
  rows: ({ slug }) => (reads.has(slug) || [...reads].some((read) => read.startsWith(`${slug}.`)) ? Infinity : undefined)
})

/**
 * What generated code does not do itself: everything about a value that is not plainly right. The code tells a good value
 * from any other; the other is given to the same decoders and limits that the closures use, which find the words.
 */
import type { CheckedField, CheckedForm } from "../CheckedForm.ts"
import { type FieldPlan, isList, type ListPlan, planOf, type ScalarPlan } from "../closures/FieldPlan.ts"
import type { Field, RowField } from "../Definition.ts"
import type { Problem } from "../Evaluation.ts"
import type { Json, JsonObject } from "../Json.ts"
import { type Limit, limitsOf, spares } from "../payload/limits.ts"
import { inRow, problem, rowSpot, type Spot, spotOf, type Trouble } from "../payload/Trouble.ts"
import { freshPatience, unknownNames } from "../payload/unknownNames.ts"
import { type Moment, parseMoment, toDatetime } from "../value/civil.ts"
import { inOrder } from "../value/choices.ts"
import type { Value } from "../value/Value.ts"

/** A value as generated code holds it: NaN and undefined are missing. */
export type Fast = number | string | boolean | Moment | ReadonlyArray<string> | undefined

/** A row as generated code holds it, besides its values `f0`, `f1` … and its hidden flags `h0`, `h1` …. */
export interface FastRow {
  readonly s: JsonObject
  /** Whether what was sent is an object. */
  readonly o: boolean
  /** Whether a value of it has a problem of its own. */
  b: boolean
  readonly [name: string]: unknown
}

/** Problems in the order of docs/rule-language.md, whatever the order in which they are found. */
const FIELD = 1e12
const ROW = 1e5
const ROW_FIELD = 10
const UNKNOWN = 9998 * ROW_FIELD
/** Of one place: what is required comes first, then the value's own problems, then that it is there twice. */
const OWN = 1
const REPEATED = 2

const isCounted = (field: Field): boolean => "decimals" in field || field.type === "date" || field.type === "time"

/** What a field's variable holds while nothing is known. */
export const nothingOf = (field: Field): "NaN" | "undefined" => (isCounted(field) ? "NaN" : "undefined")

const toFast = (field: Field, value: Value): Fast => {
  if (value === null) return isCounted(field) ? NaN : undefined
  if (typeof value === "bigint") return Number(value)
  if (typeof value === "object" && "written" in value) return parseMoment(value.written) ?? undefined
  return value
}

/** As the closures hold it. */
export const toValue = (field: Field, value: Fast): Value => {
  if (value === undefined || Number.isNaN(value)) return null
  if (typeof value === "number") return "decimals" in field ? BigInt(value) : value
  return typeof value === "object" && "seconds" in value ? toDatetime(value) : value
}

const MOST_NAMES = freshPatience().names

/** Sought and found in one evaluation. One serves all evaluations of a form: they never overlap. */
export class Book {
  private entries: Array<{ readonly order: number; readonly problem: Problem }> = []
  private patience = freshPatience()
  private readonly plans: Array<ScalarPlan | ListPlan | undefined> = []
  /** Names of a list's row fields, by its slot; made when they are first needed. */
  private readonly rowNames: Array<ReadonlyMap<string, unknown> | undefined> = []
  private readonly form: CheckedForm

  constructor(form: CheckedForm) {
    this.form = form
  }

  /** Begins an evaluation. */
  readonly open = (): void => {
    if (this.entries.length > 0) this.entries = []
    if (this.patience.names < MOST_NAMES) this.patience = freshPatience()
  }

  /** The problems of all fields so far, or undefined where there is none. */
  readonly problems = (): Array<Problem> | undefined => {
    if (this.entries.length === 0) return undefined
    const sorted = this.entries.sort((a, b) => a.order - b.order)
    return sorted
      .filter(
        // What is there but wrong has its own problem, not this one too.
        ({ order, problem: found }, at) => found.code !== "required" || sorted[at + 1]?.order !== order + OWN
      )
      .map(({ problem: found }) => found)
  }

  private plan(slot: number): ScalarPlan | ListPlan {
    const kept = this.plans[slot]
    if (kept !== undefined) return kept
    const made = planOf(this.checked(slot))
    this.plans[slot] = made
    return made
  }

  private checked(slot: number): CheckedField {
    const field = this.form.fields[slot]
    if (field === undefined) throw new RangeError(`a form has no field ${slot}`)
    return field
  }

  /** A field that is no list, without a plan made for it. */
  private field(slot: number, row: number | undefined): { readonly field: RowField } {
    const own = this.checked(slot)
    const { field } = (row === undefined ? own : own.rows[row]) ?? own
    if (field.type === "list") throw new RangeError(`a list is no value: field ${slot}, ${row}`)
    return { field }
  }

  private scalar(slot: number, row: number | undefined): ScalarPlan {
    const plan = this.plan(slot)
    const found = isList(plan) ? plan.rows[row ?? -1] : plan
    if (found === undefined) throw new RangeError(`a list has no field ${row}`)
    return found
  }

  private note(order: number, spot: Spot, trouble: Trouble): void {
    this.entries.push({ order, problem: problem(spot, trouble) })
  }

  /** Where field `row` of the `index`th row of a list stands, or the field itself. */
  private place(slot: number, row: number | undefined, index: number): { readonly order: number; readonly spot: Spot } {
    const own = spotOf(this.checked(slot).field.slug)
    const order = slot * FIELD
    if (index < 0) return { order, spot: own }
    const spot = rowSpot(own, index)
    const start = order + (index + 1) * ROW
    return row === undefined
      ? { order: start, spot }
      : { order: start + (row + 1) * ROW_FIELD, spot: inRow(spot, this.field(slot, row).field.slug) }
  }

  private keep(
    slot: number,
    row: number | undefined,
    index: number,
    field: Field,
    value: Value,
    troubles: ReadonlyArray<Trouble>
  ) {
    if (troubles.length > 0) {
      const { order, spot } = this.place(slot, row, index)
      for (const trouble of troubles) this.note(order + OWN, spot, trouble)
    }
    return toFast(field, value)
  }

  /** A value that was sent and is not plainly right. `index` is -1 outside of rows. */
  readonly hold = (slot: number, row: number | undefined) => {
    return (sent: Json, index: number, of?: FastRow): Fast => {
      const plan = this.scalar(slot, row)
      const { troubles, value } = plan.hold({ today: null, form: [], lists: [], row: [], each: [] }, sent)
      if (of !== undefined && troubles.length > 0) of.b = true
      return this.keep(slot, row, index, plan.field, value, troubles)
    }
  }

  /** A computed value that is not plainly within its field's limits. */
  readonly limit = (slot: number, row: number | undefined) => {
    // Made when it is first needed.
    let limits: Limit | undefined
    return (value: Exclude<Fast, undefined>, index: number, of?: FastRow): Fast => {
      const { field } = this.field(slot, row)
      // Beyond any double: the overflow is raised, and the evaluation runs again.
      if (value === Infinity || value === -Infinity) return NaN
      const known = toValue(field, value)
      limits ??= limitsOf(field)
      const troubles = known === null ? [] : limits(known)
      if (of !== undefined && troubles.length > 0) of.b = true
      return this.keep(slot, row, index, field, troubles.every(spares) ? known : null, troubles)
    }
  }

  /** Something that `required` or `minItems` asks for was not sent. */
  readonly lacking = (slot: number, row: number | undefined, index: number): void => {
    const { order, spot } = this.place(slot, row, index)
    const { label }: Field = row === undefined ? this.checked(slot).field : this.field(slot, row).field
    this.note(order, spot, { code: "required", message: `${label} is required.` })
  }

  /** A problem of a list as a whole, or of one of its rows. */
  readonly listTrouble = (slot: number, index: number, code: "type" | "min_items" | "max_items" | "unique"): void => {
    const { field } = this.checked(slot)
    if (field.type !== "list") return
    const { order, spot } = this.place(slot, undefined, index)
    this.note(order + (code === "unique" ? REPEATED : OWN), spot, listWords(field, code, index >= 0))
  }

  /** Values of a row's field that an earlier row has too, and rows that are alike. */
  readonly repeats = (slot: number, rows: ReadonlyArray<FastRow>): void => {
    const plan = this.plan(slot)
    if (!isList(plan) || rows.length < 2 || !mayRepeat(plan, rows)) return
    if (plan.field.unique) {
      const sound = rows.map((row) =>
        row.o && !row.b ? JSON.stringify(plan.rows.map((field) => identity(row, field))) : undefined
      )
      for (const index of again(sound)) this.listTrouble(slot, index, "unique")
    }
    for (const field of plan.rows) {
      if (!("unique" in field.field) || field.field.type === "choices" || !field.field.unique) continue
      for (const index of again(rows.map((row) => identity(row, field) ?? undefined))) {
        const { order, spot } = this.place(slot, field.slot, index)
        this.note(order + REPEATED, spot, {
          code: "unique",
          message: `${field.field.label} is the same as in another row.`
        })
      }
    }
  }

  /** Names in a row that no field of the list has. */
  readonly unknownInRow = (slot: number, index: number, row: JsonObject): boolean => {
    const plan = this.plan(slot)
    const { order, spot } = this.place(slot, undefined, index)
    const found: Array<Problem> = []
    if (isList(plan)) {
      this.rowNames[slot] ??= namesOf(plan.rows)
      unknownNames(Object.keys(row), this.rowNames[slot], (name) => inRow(spot, name), found, this.patience)
    }
    for (const one of found) this.entries.push({ order: order + UNKNOWN, problem: one })
    return found.length > 0
  }

  /** Names in the payload that no field of the form has, after all other problems. */
  readonly unknown = (names: ReadonlyArray<string>): ReadonlyArray<Problem> => {
    const found: Array<Problem> = []
    unknownNames(names, namesOf(this.form.fields), spotOf, found, this.patience)
    return found
  }
}

/** Few rows are compared each with each. */
const FEW = 16

/** Whether two values might be equal: quick, and true where that takes a closer look. Nothing is equal to nothing. */
const alike = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === "object" && typeof b === "object") || (Number.isNaN(a) && Number.isNaN(b))

const isKnown = (value: unknown): boolean => value !== undefined && !Number.isNaN(value)

/** Whether anything that has to be unique might be there twice. */
const mayRepeat = ({ field, rows: fields }: ListPlan, rows: ReadonlyArray<FastRow>): boolean => {
  if (rows.length > FEW) return true
  const names = fields.map(({ slot }) => `f${slot}`)
  const unique = names.filter((_, slot) => isUniqueField(fields[slot]?.field))
  for (const [index, row] of rows.entries()) {
    for (let before = 0; before < index; before += 1) {
      const other = rows[before]
      if (other === undefined) continue
      if (field.unique && names.every((name) => alike(row[name], other[name]))) return true
      if (unique.some((name) => isKnown(row[name]) && alike(row[name], other[name]))) return true
    }
  }
  return false
}

const isUniqueField = (field: Field | undefined): boolean =>
  field !== undefined && "unique" in field && field.type !== "choices" && field.unique

const namesOf = (fields: ReadonlyArray<FieldPlan | CheckedField>): ReadonlyMap<string, unknown> =>
  new Map(fields.map(({ field }) => [field.slug, field]))

const listWords = (
  { label, maxItems, minItems = 0 }: Extract<Field, { type: "list" }>,
  code: "type" | "min_items" | "max_items" | "unique",
  inRows: boolean
): Trouble => {
  switch (code) {
    case "type":
      return { code, message: inRows ? `A row of ${label} has to be an object.` : `${label} has to be a list.` }
    case "max_items":
      return { code, message: `${label} has more than ${maxItems} rows.` }
    case "min_items":
      return { code, message: `${label} has fewer than ${minItems} ${minItems === 1 ? "row" : "rows"}.` }
    case "unique":
      return { code, message: `This row of ${label} is there twice.` }
  }
}

/** Something that two equal values share, or null where there is no value to compare. */
const identity = (row: FastRow, { field, slot }: ScalarPlan): string | null => {
  const value = row[`f${slot}`]
  if (value === undefined || Number.isNaN(value)) return null
  if (typeof value === "object" && value !== null && "seconds" in value && "nanos" in value)
    return JSON.stringify([value.seconds, value.nanos])
  if (Array.isArray(value) && "options" in field) return JSON.stringify(inOrder(field.options, value))
  // Adding 0 makes one zero of two.
  return JSON.stringify(typeof value === "number" ? value + 0 : value)
}

/** Where something is there again. */
const again = (all: ReadonlyArray<string | undefined>): ReadonlyArray<number> => {
  const seen = new Set<string>()
  return all.flatMap((own, index) => {
    if (own === undefined) return []
    const repeated = seen.has(own)
    seen.add(own)
    return repeated ? [index] : []
  })
}

/**
 * The slow path of generated code, and the problems that it collects. The code reads a correct value on the fast path; any
 * other comes here, to the decoders and constraints that the closures use.
 */
import { type ReadValue, constrained, readerOf } from "../closures/FieldPlan.ts"
import type { Field, RowField } from "../../Definition.ts"
import type { Evaluation, Problem } from "../../Evaluation.ts"
import type { Constraint, UnplacedProblem } from "../../fields/FieldKind.ts"
import { isUniqueInRows, type KnownValue } from "../../fields/fieldTypes.ts"
import type { Json, JsonObject } from "../../Json.ts"
import type { LazyForm } from "../lazy/LazyForm.ts"
import { constraintOf } from "../payload/constraints.ts"
import { fieldInRow, problem, rowLocation, type Location, locationOf } from "../payload/Location.ts"
import { newSuggestionBudget, unknownNames } from "../payload/unknownNames.ts"
import { parseDate } from "../../values/civil.ts"
import type { Value } from "../../values/Value.ts"
import { memoizeWeak } from "../lazy/memoizeWeak.ts"
import { type ExactFormula, recomputeExactly } from "./bigIntFallback.ts"
import { type FastValue, type FastRow, toFast, toValue } from "./FastValue.ts"
import { dataToStoreOf } from "./dataToStore.ts"
import { again, identity, mayRepeatRow, mayRepeatValue, type Uniques } from "./uniques.ts"

/** Weights that sort problems into the order of docs/rule-language.md. */
const FIELD = 1e12
const ROW = 1e5
const ROW_FIELD = 10
const UNKNOWN = 9998 * ROW_FIELD
/** At one place: `required` comes first, then the value's own problems, then `unique`. */
const OWN = 1
const REPEATED = 2

const MAX_NAMES = newSuggestionBudget().names

/** A field's place as one number: of a form's field its slot, of a row's field its list's slot and its own above it. */
const SPAN = 1e6
export const addressOf = (slot: number, row: number | undefined): number =>
  row === undefined ? slot : slot + (row + 1) * SPAN

/** The decoder and the constraints of a field, made when the slow path first needs them. */
interface Ready {
  readonly field: RowField
  readonly read: (sent: Json | undefined) => ReadValue
  readonly constraint: Constraint<KnownValue>
}

const made = (field: RowField): Ready => ({ field, read: readerOf(field), constraint: constraintOf(field) })

/** What one evaluation collects. One object serves all evaluations of a form: they never overlap. */
export class EvaluationContext {
  /** The row that generated code is at, -1 outside of rows, and its number. */
  row: FastRow | undefined = undefined
  index = -1
  private entries: Array<{ readonly order: number; readonly problem: Problem }> = []
  private budget = newSuggestionBudget()
  private lastToday = ""
  private lastDays = NaN
  private readonly form: LazyForm
  private readonly ready = memoizeWeak(() => new Map<number, Ready>())
  /** Names of a list's row fields, by its slot. */
  private readonly names = memoizeWeak(() => new Map<number, ReadonlyMap<string, unknown>>())
  private readonly known = memoizeWeak(() => namesOf(this.form.fields()))
  private readonly storing = memoizeWeak(() => ({ of: dataToStoreOf(this.form.fields()) }))
  private readonly formulas = memoizeWeak(() => new Map<number, ExactFormula>())

  constructor(form: LazyForm) {
    this.form = form
  }

  /** Begins an evaluation; gives its date in days. The last date is kept, because most evaluations have the same one. */
  begin(today: string): number {
    if (this.entries.length > 0) this.entries = []
    if (this.budget.names < MAX_NAMES) this.budget = newSuggestionBudget()
    this.index = -1
    this.row = undefined
    if (today !== this.lastToday) {
      this.lastDays = parseDate(today) ?? NaN
      this.lastToday = today
    }
    return this.lastDays
  }

  /** The problems of all fields so far; undefined if there are none. */
  problems(): Array<Problem> | undefined {
    if (this.entries.length === 0) return undefined
    const sorted = this.entries.sort((a, b) => a.order - b.order)
    // A value that was sent and has a problem is not `required` as well.
    const isAnswered = (order: number, at: number) => sorted[at + 1]?.order === order + OWN
    return sorted
      .filter(({ order, problem: found }, at) => found.code !== "required" || !isAnswered(order, at))
      .map(({ problem: found }) => found)
  }

  private fieldAt(address: number): Field {
    const own = this.form.fields()[address % SPAN]
    const row = Math.floor(address / SPAN) - 1
    const found = row >= 0 && own?.type === "list" ? own.fields[row] : own
    if (found === undefined) throw new RangeError(`a form has no field ${address}`)
    return found
  }

  private readyAt(address: number): Ready {
    const ready = this.ready()
    const kept = ready.get(address)
    if (kept !== undefined) return kept
    const field = this.fieldAt(address)
    if (field.type === "list") throw new RangeError(`field ${address} is a list`)
    const one = made(field)
    ready.set(address, one)
    return one
  }

  private note(order: number, location: Location, unplaced: UnplacedProblem): void {
    this.entries.push({ order, problem: problem(location, unplaced) })
  }

  /** The location of a field or of a list's row, and its place in the order of problems. */
  private place(address: number, index: number): { readonly order: number; readonly location: Location } {
    const slot = address % SPAN
    const own = locationOf(this.fieldAt(slot).slug)
    const order = slot * FIELD
    if (index < 0) return { order, location: own }
    const location = rowLocation(own, index)
    const start = order + (index + 1) * ROW
    return address === slot
      ? { order: start, location }
      : {
          order: start + Math.floor(address / SPAN) * ROW_FIELD,
          location: fieldInRow(location, this.fieldAt(address).slug)
        }
  }

  private keep(address: number, field: Field, value: Value, problems: ReadonlyArray<UnplacedProblem>): FastValue {
    if (problems.length > 0) {
      const { order, location } = this.place(address, this.index)
      for (const unplaced of problems) this.note(order + OWN, location, unplaced)
      if (this.row !== undefined) this.row.b = true
    }
    return toFast(field, value)
  }

  /** Reads a sent value that the fast path could not read. */
  readSlowly(address: number, sent: Json): FastValue {
    const { field, read } = this.readyAt(address)
    const { problems, value } = read(sent)
    return this.keep(address, field, value, problems)
  }

  /** Checks a computed value that the fast path found outside of its field's constraints, or could not check. */
  constrain(address: number, value: Exclude<FastValue, undefined>): FastValue {
    // Beyond any double: the overflow is raised, and the evaluation runs again.
    if (value === Infinity || value === -Infinity) return NaN
    const { field, constraint } = this.readyAt(address)
    const known = toValue(field, value)
    if (known === null) return toFast(field, null)
    const { problems, value: kept } = constrained(constraint, known)
    return this.keep(address, field, kept, problems)
  }

  /** Adds that a value was not sent which `required` or `minItems` asks for. */
  addRequired(address: number): void {
    const { order, location } = this.place(address, this.index)
    this.note(order, location, { code: "required", message: `${this.fieldAt(address).label} is required.` })
  }

  /** Adds a problem of a list as a whole, or of one of its rows. */
  addListProblem(slot: number, index: number, code: "type" | "min_items" | "max_items" | "unique"): void {
    const field = this.fieldAt(slot)
    if (field.type !== "list") return
    const { order, location } = this.place(slot, index)
    this.note(order + (code === "unique" ? REPEATED : OWN), location, listWords(field, code, index >= 0))
  }

  /** Adds a problem for each value of a unique row field, and for each row, that an earlier row has too. */
  addDuplicates(slot: number, rows: ReadonlyArray<FastRow>, uniques: Uniques): void {
    if (rows.length < 2) return
    const [row, value] = [mayRepeatRow(uniques, rows), mayRepeatValue(uniques, rows)]
    const list = row || value ? this.fieldAt(slot) : undefined
    if (list?.type !== "list") return
    if (row) {
      const sound = rows.map((row) =>
        row.o && !row.b ? JSON.stringify(list.fields.map((field, own) => identity(row, field, own))) : undefined
      )
      for (const index of again(sound)) this.addListProblem(slot, index, "unique")
    }
    if (!value) return
    list.fields.forEach((field, own) => {
      if (!isUniqueInRows(field)) return
      for (const index of again(rows.map((row) => identity(row, field, own) ?? undefined))) {
        const { order, location } = this.place(addressOf(slot, own), index)
        this.note(order + REPEATED, location, {
          code: "unique",
          message: `${field.label} is the same as in another row.`
        })
      }
    })
  }

  /** Adds the names in a row that no field of the list has; gives whether there were any. */
  unknownInRow(slot: number, index: number, row: JsonObject): boolean {
    const list = this.fieldAt(slot)
    const { order, location } = this.place(slot, index)
    const found: Array<Problem> = []
    if (list.type === "list") {
      const known = this.names().get(slot) ?? namesOf(list.fields)
      this.names().set(slot, known)
      unknownNames(Object.keys(row), known, (name) => fieldInRow(location, name), found, this.budget)
    }
    for (const one of found) this.entries.push({ order: order + UNKNOWN, problem: one })
    return found.length > 0
  }

  /** The problems of names in the payload that no field of the form has. They come after all others. */
  unknown(names: ReadonlyArray<string>): ReadonlyArray<Problem> {
    const found: Array<Problem> = []
    unknownNames(names, this.known(), locationOf, found, this.budget)
    return found
  }

  /**
   * Runs one formula again, exactly.
   * @param values of the form's fields that it reads, `lists` the rows of its lists, in the order of `readsOf`.
   */
  recompute(
    address: number,
    values: ReadonlyArray<FastValue>,
    lists: ReadonlyArray<ReadonlyArray<FastRow> | null>,
    row: FastRow | undefined,
    today: number
  ): number {
    const formulas = this.formulas()
    const formula =
      formulas.get(address) ?? recomputeExactly(this.form.checked(), address % SPAN, Math.floor(address / SPAN) - 1)
    formulas.set(address, formula)
    return formula(values, lists, row, today)
  }

  /**
   * The result of an evaluation that leaves something out of the data to store. Only filing reads `data`, so it is made when it is
   * read. `hidden` of the fields that can be, and `lists` the rows, both in order.
   */
  leavingOut(
    result: Omit<Evaluation, "data">,
    sent: JsonObject,
    names: ReadonlyArray<string>,
    hidden: ReadonlyArray<boolean>,
    lists: ReadonlyArray<ReadonlyArray<FastRow>>
  ): Evaluation {
    const { calculatedData, effects, hiddenFields, outcomes, problems, valid } = result
    let made: JsonObject | undefined
    const make = () => (made ??= this.storing().of(sent, names, hidden, lists))
    return {
      valid,
      calculatedData,
      hiddenFields,
      outcomes,
      problems,
      get data() {
        return make()
      },
      effects
    }
  }
}

const namesOf = (fields: ReadonlyArray<Field>): ReadonlyMap<string, unknown> =>
  new Map(fields.map((field) => [field.slug, field]))

const listWords = (
  { label, maxItems, minItems = 0 }: Extract<Field, { type: "list" }>,
  code: "type" | "min_items" | "max_items" | "unique",
  inRows: boolean
): UnplacedProblem => {
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

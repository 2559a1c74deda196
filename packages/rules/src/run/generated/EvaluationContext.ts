/**
 * The slow path of generated code, and the problems that it collects. The code reads a correct value on the fast path; any
 * other comes here, to the decoders and constraints that the closures use.
 */
import { constrained } from "../closures/FieldPlan.ts"
import type { Field } from "../../Definition.ts"
import type { Evaluation, Problem, ProblemCode } from "../../Evaluation.ts"
import { isUniqueInRows } from "../../fields/running/runningTypes.ts"
import type { Json, JsonObject } from "../../Json.ts"
import { memoizeWeak } from "../lazy/memoizeWeak.ts"
import type { LazyForm } from "../lazy/LazyForm.ts"
import { fieldInRow, problem, rowLocation, type Location } from "../payload/Location.ts"
import { withAstray } from "../payload/astray.ts"
import { newSuggestionBudget, unknownNames } from "../payload/unknownNames.ts"
import { parseDate } from "../../values/civil.ts"
import type { Value } from "../../values/Value.ts"
import { say, unplaced, type UnplacedProblem } from "../../words/UnplacedProblem.ts"
import { type FastValue, type FastRow, toFast, toValue } from "./FastValue.ts"
import { hasAny, notOffered } from "../payload/notOffered.ts"
import { LeavingOut } from "./LeavingOut.ts"
import { addressOf, rowFieldOf, slotOf, SlowParts } from "./SlowParts.ts"
import { again, identity, mayRepeatRow, mayRepeatValue, type Uniques } from "./uniques.ts"

/** Weights that sort problems into the order of docs/rule-language.md. */
const FIELD = 1e12
const ROW = 1e5
const ROW_FIELD = 10
const UNKNOWN = 9998 * ROW_FIELD
/** At one place: `required` comes first, then the value's own problems, then `unique`. */
const OWN = 1
const REPEATED = 2

/** No field's address: of a row that is no object, which its list's own sentences do not mean. */
const NOWHERE = -1

const MAX_NAMES = newSuggestionBudget().names

interface Entry {
  readonly order: number
  problem: Problem
  /** Of the field; `NOWHERE` where no author's sentence can stand. */
  readonly address: number
  /** The row, -1 outside of rows. */
  readonly index: number
}

/** By what generated code knows the problem of a field that has a sentence of its author's. */
export const sentenceKey = (address: number, code: ProblemCode): string => `${address} ${code}`

/** What one evaluation collects. One object serves all evaluations of a form: they never overlap. */
export class EvaluationContext {
  /** The row that generated code is at, -1 outside of rows, and its number. */
  row: FastRow | undefined = undefined
  index = -1
  private entries: Array<Entry> = []
  private budget = newSuggestionBudget()
  private lastToday = ""
  private lastDays = NaN
  private readonly made: () => SlowParts
  /** Kept for one evaluation: looking behind a weak reference costs more than most problems. */
  private held: SlowParts | undefined
  private readonly groups: ReadonlySet<string>

  constructor(form: LazyForm) {
    this.groups = form.groups
    this.made = memoizeWeak(() => new SlowParts(form))
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

  /** Ends an evaluation: between two of them the garbage collector may take what the slow path made. */
  end(): void {
    this.held = undefined
  }

  private parts(): SlowParts {
    return (this.held ??= this.made())
  }

  /** The problems of all fields so far; undefined if there are none. */
  problems(): Array<Problem> | undefined {
    const { entries } = this
    if (entries.length === 0) return undefined
    entries.sort((a, b) => a.order - b.order)
    const problems: Array<Problem> = []
    entries.forEach(({ order, problem: found }, at) => {
      // A value that was sent and has a problem is not `required` as well.
      if (found.code !== "required" || entries[at + 1]?.order !== order + OWN) problems.push(found)
    })
    return problems
  }

  private note(order: number, location: Location, found: UnplacedProblem, address: number, index: number): void {
    this.entries.push({ order, problem: problem(location, say(this.parts().words, found)), address, index })
  }

  /** How many problems were found, of which `say` may change the sentence. */
  found(): number {
    return this.entries.length
  }

  keyOf(at: number): string {
    const entry = this.entries[at]
    return entry === undefined ? "" : sentenceKey(entry.address, entry.problem.code)
  }

  rowOf(at: number): number {
    return this.entries[at]?.index ?? -1
  }

  /** Puts an author's sentence in the place of the built-in one. */
  say(at: number, message: string): void {
    const entry = this.entries[at]
    if (entry !== undefined) entry.problem = { ...entry.problem, message }
  }

  /** The location of a field or of a list's row, and its place in the order of problems. */
  private place(address: number, index: number): { readonly order: number; readonly location: Location } {
    const parts = this.parts()
    const slot = slotOf(address)
    const own = parts.location(slot)
    const order = slot * FIELD
    if (index < 0) return { order, location: own }
    const location = rowLocation(own, index)
    const start = order + (index + 1) * ROW
    return address === slot
      ? { order: start, location }
      : {
          order: start + (rowFieldOf(address) + 1) * ROW_FIELD,
          location: fieldInRow(location, parts.fieldAt(address).slug)
        }
  }

  private keep(address: number, field: Field, value: Value, problems: ReadonlyArray<UnplacedProblem>): FastValue {
    if (problems.length > 0) {
      const { order, location } = this.place(address, this.index)
      for (const found of problems) this.note(order + OWN, location, found, address, this.index)
      if (this.row !== undefined) this.row.b = true
    }
    return toFast(field, value)
  }

  /** Reads a sent value that the fast path could not read. */
  readSlowly(address: number, sent: Json): FastValue {
    const { field, read } = this.parts().ready(address)
    const { problems, value } = read(sent)
    return this.keep(address, field, value, problems)
  }

  /** Checks a computed value that the fast path found outside of its field's constraints, or could not check. */
  constrain(address: number, value: Exclude<FastValue, undefined>): FastValue {
    // Beyond any double: the overflow is raised, and the evaluation runs again.
    if (value === Infinity || value === -Infinity) return NaN
    const { field, constraint } = this.parts().ready(address)
    const known = toValue(field, value)
    if (known === null) return toFast(field, null)
    const { problems, value: kept } = constrained(constraint, known)
    return this.keep(address, field, kept, problems)
  }

  /** The value of a choice, unless it is, or has, an option that is not offered: then it has a problem, and is missing. */
  offered(address: number, hidden: ReadonlyArray<string>, value: FastValue): FastValue {
    if (value === undefined) return value
    if (!hasAny(hidden, value)) return value
    const field = this.parts().fieldAt(address)
    const problem = field.type === "list" ? undefined : notOffered(field, hidden, value)
    return problem === undefined ? value : this.keep(address, field, null, [problem])
  }

  /** Adds that a value was not sent which `required` or `minItems` asks for. */
  addRequired(address: number): void {
    const { order, location } = this.place(address, this.index)
    const { label } = this.parts().fieldAt(address)
    this.note(order, location, unplaced("required", { label }), address, this.index)
  }

  /** Adds a problem of a list as a whole, or of one of its rows. */
  addListProblem(slot: number, index: number, code: "type" | "min_items" | "max_items" | "unique"): void {
    const field = this.parts().fieldAt(slot)
    if (field.type !== "list") return
    const { order, location } = this.place(slot, index)
    const isOfRow = code === "type" && index >= 0
    const built = listWords(field, code, index >= 0)
    this.note(order + (code === "unique" ? REPEATED : OWN), location, built, isOfRow ? NOWHERE : slot, index)
  }

  /** Adds a problem for each value of a unique row field, and for each row, that an earlier row has too. */
  addDuplicates(slot: number, rows: ReadonlyArray<FastRow>, uniques: Uniques): void {
    if (rows.length < 2) return
    const [row, value] = [mayRepeatRow(uniques, rows), mayRepeatValue(uniques, rows)]
    const list = row || value ? this.parts().fieldAt(slot) : undefined
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
        const found = unplaced("unique/value", { label: field.label })
        this.note(order + REPEATED, location, found, addressOf(slot, own), index)
      }
    })
  }

  /** Adds the names in a row that no field of the list has; gives whether there were any. */
  unknownInRow(slot: number, index: number, row: JsonObject): boolean {
    const { order, location } = this.place(slot, index)
    const found: Array<Problem> = []
    const parts = this.parts()
    const known = parts.rowNames(slot)
    unknownNames(Object.keys(row), known, parts.words, (name) => fieldInRow(location, name), found, this.budget)
    for (const one of found) this.entries.push({ order: order + UNKNOWN, problem: one, address: NOWHERE, index })
    return found.length > 0
  }

  /** The problems of names in the payload that no field of the form has. They come after all others. */
  unknown(names: ReadonlyArray<string>): ReadonlyArray<Problem> {
    const found: Array<Problem> = []
    const parts = this.parts()
    unknownNames(names, parts.names(), parts.words, parts.unknownLocation, found, this.budget)
    return found
  }

  /** With the problems of what stood where groups do. */
  withAstray(problems: ReadonlyArray<Problem>, names: ReadonlyArray<string>): ReadonlyArray<Problem> {
    const parts = this.parts()
    return names.length === 0 ? problems : withAstray(problems, this.groups, names, parts.names(), parts.words)
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
    return this.parts().formula(address)(values, lists, row, today)
  }

  /**
   * The result of an evaluation that leaves something out of the data to store.
   * @param hidden of the fields that can be hidden, `lists` the rows of lists, both in order.
   */
  leavingOut(
    result: Omit<Evaluation, "data">,
    sent: JsonObject,
    names: ReadonlyArray<string>,
    hidden: ReadonlyArray<boolean>,
    lists: ReadonlyArray<ReadonlyArray<FastRow>>
  ): Evaluation {
    return new LeavingOut(result, () => this.made().dataToStore()(sent, names, hidden, lists))
  }
}

const listWords = (
  { label, maxItems, minItems = 0 }: Extract<Field, { type: "list" }>,
  code: "type" | "min_items" | "max_items" | "unique",
  inRows: boolean
): UnplacedProblem => {
  switch (code) {
    case "type":
      return unplaced(inRows ? "type/row" : "type/list", { label })
    case "max_items":
      return unplaced("max_items/rows", { label, limit: maxItems })
    case "min_items":
      return unplaced("min_items/rows", { label, limit: minItems })
    case "unique":
      return unplaced("unique/row", { label })
  }
}

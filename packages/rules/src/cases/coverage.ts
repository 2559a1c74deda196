/** Which rules of a form no case reaches: formulas, conditions and branches that its payloads never come to, and rows of tables that they never find. */
import * as Result from "effect/Result"
import { partsOf } from "../authoring/parts.ts"
import { checkDefinition, type Surroundings } from "../check/checkDefinition.ts"
import type { Site } from "../check/Site.ts"
import type { EvaluateOptions } from "../CompiledForm.ts"
import type { Fault, Range } from "../Fault.ts"
import type { Json, JsonObject } from "../Json.ts"
import { defaultLimits, type Limits } from "../Limits.ts"
import { compiler, valueRun } from "../run/closures/backEnd.ts"
import { closuresOf } from "../run/closures/closuresOf.ts"
import type { EvaluationState } from "../run/closures/EvaluationState.ts"
import type { Frame } from "../run/closures/Frame.ts"
import type { Table } from "../tables/Table.ts"
import { writtenRow } from "../tables/writtenRow.ts"
import type { ValueTree } from "../tree/Tree.ts"
import { finish, type Slices } from "../values/Slices.ts"
import { type Rule, rulesIn } from "./rulesIn.ts"
import { visitOf } from "./Visit.ts"

/** A part that no payload came to. A formula never gave a value; a condition was never true, or never false; a branch was never chosen. */
export interface Unreached {
  /** In the definition: `/fields/3/formula`. */
  readonly pointer: string
  readonly never: "given" | "true" | "false" | "chosen"
  /** Of a branch: where it stands in its expression. */
  readonly range?: Range
  /** Of a branch, as its author wrote it. */
  readonly text?: string
}

/** A row of a table that no payload found. */
export interface UnfoundRow {
  /** From 1, as a trace counts rows. */
  readonly row: number
  /** Its cells in the keys of the table as texts: `["10115", "18"]`; `"*"` where any value meets it. */
  readonly keys: ReadonlyArray<string>
}

/** What payloads found of a table that rules look up in. */
export interface TableReach {
  /** As the definition names it. */
  readonly table: string
  readonly rows: number
  readonly found: number
  /** In the order of the table; the first twenty. */
  readonly unfound: ReadonlyArray<UnfoundRow>
}

export interface Coverage {
  /** How many parts the form's rules have. Rows of tables are counted by their table. */
  readonly parts: number
  readonly reached: number
  /** In the order of the rules; the first thousand. */
  readonly unreached: ReadonlyArray<Unreached>
  /** In the order in which rules look up in them. */
  readonly tables: ReadonlyArray<TableReach>
}

/** A form whose parts are counted while payloads run. */
export interface Covering {
  /** Runs a payload as a complete one. */
  readonly run: (data: JsonObject, today: string) => void
  readonly coverage: () => Coverage
  readonly timeZone: string
}

const MOST_LISTED = 1_000
const MOST_ROWS = 20
const MOST_CHARACTERS = 200

interface Counted {
  readonly of: Unreached
  isReached: boolean
}

/** Parts in the order in which they were registered. */
class Counter {
  readonly #parts: Array<Counted> = []
  /** The rows that were found, by table. */
  readonly #tables = new Map<Table, Set<number>>()

  add(of: Unreached): () => void {
    const counted = { of, isReached: false }
    this.#parts.push(counted)
    return () => {
      counted.isReached = true
    }
  }

  /** A table is counted once a lookup in it is met. */
  readonly table = (table: Table): ((row: number) => void) => {
    const found = this.#tables.get(table) ?? new Set()
    this.#tables.set(table, found)
    return (row) => void found.add(row)
  }

  coverage(): Coverage {
    const unreached = this.#parts.filter(({ isReached }) => !isReached).map(({ of }) => of)
    const parts = this.#parts.length
    return {
      parts,
      reached: parts - unreached.length,
      unreached: unreached.slice(0, MOST_LISTED),
      tables: [...this.#tables].map(([table, found]) => tableReach(table, found))
    }
  }
}

const tableReach = ({ definition }: Table, found: ReadonlySet<number>): TableReach => {
  const { keys, name, rows } = definition
  const unfound: Array<UnfoundRow> = []
  for (const [index, row] of rows.entries())
    if (!found.has(index) && unfound.length < MOST_ROWS)
      unfound.push({ row: index + 1, keys: writtenRow(definition, row).slice(0, keys.length).map(String) })
  return { table: name, rows: rows.length, found: found.size, unfound }
}

type Sites = ReadonlyMap<string, Site>

/** What one rule does with an evaluation. */
const watched = (counter: Counter, sites: Sites, limits: Limits, rule: Rule): ((frame: Frame) => void) => {
  const { pointer } = rule
  const site = sites.get(pointer)
  const source = site?.source ?? ""
  const note =
    rule.of === "formula" ? given(counter, pointer, rule.tree) : decided(counter, rule, isAsShown(sites, pointer))
  const parts = site && partsOf(source, site.scope, limits)
  if (parts === undefined) return note
  const visit = visitOf(parts, {
    branch: (range) =>
      counter.add({
        pointer,
        never: "chosen",
        range,
        text: source.slice(range.start, range.end).slice(0, MOST_CHARACTERS)
      }),
    table: counter.table
  })
  return (frame) => {
    note(frame)
    visit(frame)
  }
}

const given = (counter: Counter, pointer: string, tree: ValueTree): ((frame: Frame) => void) => {
  const reach = counter.add({ pointer, never: "given" })
  const run = valueRun(tree)
  return (frame) => {
    if (run(frame) !== null) reach()
  }
}

/** Whether a field is required exactly while it is shown: the condition never runs where it is false. */
const isAsShown = (sites: Sites, pointer: string): boolean => {
  const shown = sites.get(pointer.replace("requiredWhen", "visibleWhen"))
  return shown?.pointer !== pointer && shown?.source.trim() === sites.get(pointer)?.source.trim()
}

/**
 * A check that is not known refuses nothing and is neither; any other condition that is not known does what a false one does.
 * @param isNeverFalse whether no payload could make it false.
 */
const decided = (
  counter: Counter,
  { of, pointer, tree }: Extract<Rule, { readonly of: "condition" | "check" }>,
  isNeverFalse: boolean
): ((frame: Frame) => void) => {
  const yes = counter.add({ pointer, never: "true" })
  const no = isNeverFalse ? undefined : counter.add({ pointer, never: "false" })
  const run = compiler.boolean(tree)
  return (frame) => {
    const value = run(frame)
    if (value === true) yes()
    else if (value === false || of === "condition") no?.()
  }
}

/** Each row of the rule's list, or the form once, unless the rule does not run. */
const framesOf = ({ isSkipped, list }: Rule, state: EvaluationState, see: (frame: Frame) => void): void => {
  if (list === undefined) {
    if (!isSkipped(state, undefined)) see(state.frame)
    return
  }
  for (const row of state.rows[list] ?? []) {
    state.frame.row = row.values
    if (!isSkipped(state, row)) see(state.frame)
  }
}

/**
 * Makes a form ready to be counted, in slices. Throws where `isPartMissing`: `useEveryPart` comes first.
 * @returns every fault where the definition cannot run.
 */
export function* coveringInSlices(
  definition: Json,
  limits: Partial<Limits> = {},
  surroundings: Surroundings = {}
): Slices<Result.Result<Covering, ReadonlyArray<Fault>>> {
  const sites = new Map<string, Site>()
  const checked = yield* checkDefinition(definition, limits, surroundings, {
    site: (site) => sites.set(site.pointer, site),
    waiting: () => undefined,
    costs: () => undefined
  })
  if (Result.isFailure(checked)) return Result.fail(checked.failure)
  const { run } = yield* closuresOf(checked.success)
  const counter = new Counter()
  const all = { ...defaultLimits, ...limits }
  const watches: Array<(state: EvaluationState) => void> = []
  for (const rule of rulesIn(checked.success)) {
    const see = watched(counter, sites, all, rule)
    watches.push((state) => framesOf(rule, state, see))
    yield
  }
  return Result.succeed({
    run: (data, today) => {
      const options: EvaluateOptions = { today, draft: false }
      const { state } = run(data, options)
      for (const watch of watches) watch(state)
    },
    coverage: () => counter.coverage(),
    timeZone: checked.success.definition.timeZone
  })
}

/** The same at once. */
export const coveringOf = (definition: Json): Result.Result<Covering, ReadonlyArray<Fault>> =>
  finish(coveringInSlices(definition))

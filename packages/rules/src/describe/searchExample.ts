/** A search for a payload that a form accepts: its fields' values, changed one at a time until the form has no problem. */
import type { CompiledForm } from "../CompiledForm.ts"
import type { CheckedForm } from "../tree/CheckedForm.ts"
import type { Evaluation, Problem } from "../Evaluation.ts"
import type { JsonObject } from "../Json.ts"
import { type Cells, cellsOf } from "./cells.ts"
import { dependencies } from "./dependencies.ts"
import { finish, type Slices } from "../values/Slices.ts"

/** Evaluations of one search, and steps of all of them: some hundred milliseconds' work for the heaviest form. */
const MAX_EVALUATIONS = 4_000
const FEWEST_EVALUATIONS = 60
const MAX_STEPS = 40_000_000
/** Starts of one search: with every value, with as few as possible, and random ones. */
const STARTS = 8
/** Changes that are compared before the best one is made. */
const LOOKED_AT = 24
/** One change in this many is random. It leads the search out of a local optimum. */
const BLIND = 4

/** Whole numbers below `most`, the same ones each time (mulberry32). */
const numbersFrom = (seed: number): ((most: number) => number) => {
  let state = seed
  return (most) => {
    state = (state + 0x6d2b_79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most
  }
}

interface Search {
  readonly cells: Cells["cells"]
  readonly below: (most: number) => number
  /** Undefined once the budget is spent. */
  readonly run: (chosen: ReadonlyArray<number>) => Slices<Evaluation | undefined>
  /** Cells that a problem depends on. */
  readonly behind: (problem: Problem) => ReadonlyArray<number>
}

const starts = ({ below, cells }: Search, start: number): Array<number> =>
  cells.map(({ choices, least }) => (start === 0 ? 0 : start === 1 ? least : below(choices.length)))

interface Change {
  readonly cell: number
  readonly choice: number
}

const changeOf = ({ below, cells }: Search, among: ReadonlyArray<number>): Change => {
  const cell = among[below(among.length)] ?? 0
  return { cell, choice: below(cells[cell]?.choices.length ?? 1) }
}

/** All changes in order if they are few, else a random part of them. */
const changesOf = (search: Search, among: ReadonlyArray<number>): ReadonlyArray<Change> => {
  const all = among.reduce((sum, cell) => sum + (search.cells[cell]?.choices.length ?? 0), 0)
  if (all > LOOKED_AT) return Array.from({ length: LOOKED_AT }, () => changeOf(search, among))
  return among.flatMap((cell) => (search.cells[cell]?.choices ?? []).map((_, choice) => ({ cell, choice })))
}

/** Repeats: makes the best change for one of the remaining problems. */
function* repaired(search: Search, chosen: Array<number>, changes: number): Slices<JsonObject | undefined> {
  let now = yield* search.run(chosen)
  for (let change = 0; change < changes && now !== undefined; change += 1) {
    if (now.valid) return now.data
    const problem = now.problems[search.below(now.problems.length)]
    const among = problem === undefined ? [] : search.behind(problem)
    if (among.length === 0) return undefined
    let best: { readonly change: Change; readonly found: Evaluation } | undefined
    const looked = search.below(BLIND) === 0 ? [changeOf(search, among)] : changesOf(search, among)
    for (const change of looked) {
      if (chosen[change.cell] === change.choice) continue
      const found = yield* search.run(chosen.with(change.cell, change.choice))
      if (found === undefined) return undefined
      if (best === undefined || found.problems.length < best.found.problems.length) best = { change, found }
      if (found.valid) break
    }
    if (best === undefined) continue
    chosen[best.change.cell] = best.change.choice
    now = best.found
  }
  return now?.valid === true ? now.data : undefined
}

/**
 * As `exampleOf`, for a page that may not generate code: it brings its own `evaluate`, such as that of `compileClosures`.
 * @param today `YYYY-MM-DD`, in the form's time zone.
 */
export const searchExample = (
  form: CheckedForm,
  today: string,
  evaluate: CompiledForm["evaluate"]
): JsonObject | undefined => finish(searchInSlices(form, today, evaluate))

/** The same search in slices: it pauses after each field that it finds values for, and after each evaluation. */
export function* searchInSlices(
  form: CheckedForm,
  today: string,
  evaluate: CompiledForm["evaluate"]
): Slices<JsonObject | undefined> {
  const { cells, payload } = yield* cellsOf(form, today)
  const needs = dependencies(form)
  const budget = {
    evaluations: Math.min(MAX_EVALUATIONS, Math.max(FEWEST_EVALUATIONS, Math.floor(MAX_STEPS / form.steps)))
  }
  const search: Search = {
    cells,
    below: numbersFrom(1),
    *run(chosen) {
      budget.evaluations -= 1
      yield
      return budget.evaluations < 0 ? undefined : evaluate(payload(chosen), { today, draft: false })
    },
    behind: (problem) => {
      const keys = needs(problem)
      return cells.flatMap(({ choices, key }, cell) => (keys.has(key) && choices.length > 1 ? [cell] : []))
    }
  }
  for (let start = 0; start < STARTS && budget.evaluations > 0; start += 1) {
    const found = yield* repaired(search, starts(search, start), start < 2 ? 40 : 60)
    if (found !== undefined) return found
  }
  return undefined
}

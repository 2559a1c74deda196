/** The problems of a payload, in the order of docs/rule-language.md: fields, then checks, then unknown names. */
import type { CheckedCheck } from "../../tree/CheckedForm.ts"
import type { Problem } from "../../Evaluation.ts"
import { isUniqueInRows, runningKindOf } from "../../fields/running/runningTypes.ts"
import type { Json } from "../../Json.ts"
import { fieldInRow, problem, rowLocation, type Location, locationOf, unknownLocation } from "../payload/Location.ts"
import { knownNames, type Names, unknownNames } from "../payload/unknownNames.ts"
import { mapEach, type Slices } from "../../values/Slices.ts"
import type { Value } from "../../values/Value.ts"
import { say, unplaced } from "../../words/UnplacedProblem.ts"
import type { Words } from "../../words/Words.ts"
import { atPlaces } from "./atPlaces.ts"
import { compiler, messageRun } from "./backEnd.ts"
import { type FieldPlan, isList, type ListPlan, needsItems, type ScalarPlan } from "./FieldPlan.ts"
import { sentOf } from "./evaluationOrder.ts"
import type { FieldState, RowState, EvaluationState } from "./EvaluationState.ts"
import { groupsSent } from "../../values/groups.ts"

export type FindProblems = (state: EvaluationState, draft: boolean, problems: Array<Problem>) => void

const isAbsent = (sent: Json | undefined): boolean => sent === undefined || sent === null

/** Whether what was sent counts as nothing for `required`. */
const isEmpty = (sent: Json | undefined): boolean =>
  isAbsent(sent) || sent === "" || (Array.isArray(sent) && sent.length === 0)

const isLacking = (plan: FieldPlan, state: EvaluationState, sent: Json | undefined): boolean =>
  (isAbsent(sent) && needsItems(plan)) || (isEmpty(sent) && plan.isRequired(state.frame))

const ofField = (
  plan: FieldPlan,
  state: EvaluationState,
  known: FieldState | undefined,
  sent: Json | undefined,
  location: Location,
  draft: boolean,
  problems: Array<Problem>
): void => {
  if (known === undefined || known.hidden) return
  // An empty text for a number has a type problem already, in a draft too, and `required` is not added to it.
  if (!draft && !plan.computed && known.problems.length === 0 && isLacking(plan, state, sent)) {
    const { label } = plan.field
    problems.push(problem(location, plan.say(state.frame, unplaced("required", { label }))))
  }
  for (const found of known.problems) problems.push(problem(location, plan.say(state.frame, found)))
}

/** A text that equal values share, or undefined for a missing value. */
const identity = ({ field }: ScalarPlan, value: Value | undefined): string | undefined =>
  value === undefined || value === null ? undefined : runningKindOf(field).identity(field, value)

const namesOf = (plans: ReadonlyArray<FieldPlan>): Names => knownNames(plans.map(({ field }) => field))

/** Values of a row's field that an earlier row has too. */
const repeated = (plan: ScalarPlan, rows: ReadonlyArray<RowState>): ReadonlySet<number> => {
  const seen = new Set<string>()
  const again = new Set<number>()
  if (!isUniqueInRows(plan.field)) return again
  rows.forEach((row, index) => {
    const own = identity(plan, row.values[plan.slot])
    if (own === undefined) return
    if (seen.has(own)) again.add(index)
    seen.add(own)
  })
  return again
}

/** Rows whose values are all the same as an earlier row's. A row with problems of its own is not compared. */
const repeatedRows = (plan: ListPlan, rows: ReadonlyArray<RowState>): ReadonlySet<number> => {
  const seen = new Set<string>()
  const again = new Set<number>()
  if (!plan.field.unique) return again
  rows.forEach((row, index) => {
    if (row.sent === undefined || row.fields.some(({ problems }) => problems.length > 0)) return
    const own = JSON.stringify(plan.rows.map((field) => identity(field, row.values[field.slot]) ?? null))
    if (seen.has(own)) again.add(index)
    seen.add(own)
  })
  return again
}

const ofRows = (plan: ListPlan, words: Words): FindProblems => {
  const list = locationOf(plan.field.slug)
  const names = namesOf(plan.rows)
  return (state, draft, problems) => {
    const rows = state.rows[plan.slot] ?? []
    const alike = repeatedRows(plan, rows)
    const repeats = plan.rows.map((field) => repeated(field, rows))
    rows.forEach((row, index) => {
      const location = rowLocation(list, index)
      state.frame.row = row.values
      for (const found of row.problems) problems.push(problem(location, say(words, found)))
      if (alike.has(index))
        problems.push(problem(location, plan.say(state.frame, unplaced("unique/row", { label: plan.field.label }))))
      for (const field of plan.rows) {
        const place = fieldInRow(location, field.field.slug)
        if (row.sent !== undefined || field.computed)
          ofField(field, state, row.fields[field.slot], sentOf(row.sent, field.field.slug), place, draft, problems)
        if (repeats[field.slot]?.has(index) === true)
          problems.push(problem(place, field.say(state.frame, unplaced("unique/value", { label: field.field.label }))))
      }
      if (row.sent !== undefined)
        unknownNames(Object.keys(row.sent), names, words, (name) => fieldInRow(location, name), problems, state.budget)
    })
  }
}

const ofOne = (plan: ScalarPlan | ListPlan, words: Words): FindProblems => {
  const location = locationOf(plan.field.slug)
  const rows = isList(plan) ? ofRows(plan, words) : undefined
  return (state, draft, problems) => {
    ofField(plan, state, state.fields[plan.slot], sentOf(state.data, plan.field.slug), location, draft, problems)
    rows?.(state, draft, problems)
  }
}

const ofForm: Location = { field: "", pointer: "/data" }

const ofCheck = (
  plans: ReadonlyArray<ScalarPlan | ListPlan>,
  { about, check, message }: CheckedCheck,
  { signs }: Words
): FindProblems => {
  const holds = compiler.boolean(check)
  const sentence = messageRun(message, signs)
  const find = atPlaces<Problem>(plans, about, ({ frame }, problems, location = ofForm) => {
    if (holds(frame) === false) problems.push(problem(location, { code: "rule", message: sentence(frame) }))
  })
  return (state, _, problems) => find(state, problems)
}

/** Finds all problems of a payload. */
export function* problemsOf(
  plans: ReadonlyArray<ScalarPlan | ListPlan>,
  checks: ReadonlyArray<CheckedCheck>,
  words: Words
): Slices<FindProblems> {
  const finders = [
    ...plans.map((plan) => ofOne(plan, words)),
    ...(yield* mapEach(checks, (check) => ofCheck(plans, check, words)))
  ]
  const names = namesOf(plans)
  const location = unknownLocation(groupsSent(plans.map(({ field }) => field)))
  return (state, draft, problems) => {
    for (const find of finders) find(state, draft, problems)
    unknownNames(Object.keys(state.data), names, words, location, problems, state.budget)
  }
}

/** What an evaluation gives back besides its problems: computed values, hidden fields, and the data to store. */
import type { HiddenOptions } from "../../Evaluation.ts"
import type { Json, JsonObject } from "../../Json.ts"
import { isObject } from "../../LongNumber.ts"
import { encode } from "../payload/decode.ts"
import { isList, type ListPlan, needsItems, type ScalarPlan } from "./FieldPlan.ts"
import type { RowState, EvaluationState } from "./EvaluationState.ts"

type Plans = ReadonlyArray<ScalarPlan | ListPlan>

// Object.fromEntries defines own members: `__proto__` is a member like any other.
const objectOf = (entries: ReadonlyArray<readonly [string, Json]>): JsonObject => Object.fromEntries(entries)

const computedOfRow =
  (computed: ReadonlyArray<ScalarPlan>) =>
  (row: RowState): JsonObject =>
    objectOf(
      computed.flatMap(({ field, slot }) =>
        row.fields[slot]?.hidden === true ? [] : [[field.slug, encode(field, row.values[slot] ?? null)] as const]
      )
    )

/** Every computed field that is not hidden, in definition order; of a list its rows, each with its own. */
export const calculatedDataOf = (plans: Plans) => {
  const computedRows = plans.map((plan) => (isList(plan) ? plan.rows.filter(({ computed }) => computed) : []))
  return (state: EvaluationState): JsonObject =>
    objectOf(
      plans.flatMap((plan): ReadonlyArray<readonly [string, Json]> => {
        if (state.fields[plan.slot]?.hidden === true) return []
        if (!isList(plan))
          return plan.computed ? [[plan.field.slug, encode(plan.field, state.frame.form[plan.slot] ?? null)]] : []
        const computed = computedRows[plan.slot] ?? []
        return computed.length === 0
          ? []
          : [[plan.field.slug, (state.rows[plan.slot] ?? []).map(computedOfRow(computed))]]
      })
    )
}

/** With `minItems`, the list has to be sent. */
const isRequired = (plan: ScalarPlan | ListPlan, { frame }: EvaluationState): boolean =>
  !plan.computed && (needsItems(plan) || plan.isRequired(frame))

/** Fields that a complete payload has to have, in the order of `hiddenFieldsOf`. A row that is not an object has none. */
export const requiredFieldsOf =
  (plans: Plans) =>
  (state: EvaluationState): ReadonlyArray<string> =>
    plans.flatMap((plan) => {
      const { slug } = plan.field
      if (state.fields[plan.slot]?.hidden === true) return []
      const own = isRequired(plan, state) ? [slug] : []
      if (!isList(plan)) return own
      const ofRows = (state.rows[plan.slot] ?? []).flatMap((row, index) => {
        if (row.sent === undefined) return []
        state.frame.row = row.values
        return plan.rows
          .filter((field) => row.fields[field.slot]?.hidden !== true && isRequired(field, state))
          .map(({ field }) => `${slug}[${index}].${field.slug}`)
      })
      return [...own, ...ofRows]
    })

/** Hidden fields in definition order, the rows' fields after their list, row by row. */
export const hiddenFieldsOf =
  (plans: Plans) =>
  (state: EvaluationState): ReadonlyArray<string> =>
    plans.flatMap((plan) => {
      const { slug } = plan.field
      if (state.fields[plan.slot]?.hidden === true) return [slug]
      if (!isList(plan)) return []
      return (state.rows[plan.slot] ?? []).flatMap((row, index) =>
        plan.rows
          .filter(({ slot }) => row.fields[slot]?.hidden === true)
          .map(({ field }) => `${slug}[${index}].${field.slug}`)
      )
    })

/** The options that are not offered, in the order of `hiddenFieldsOf`; undefined for a form without an option that may be hidden. */
export const hiddenOptionsOf = (plans: Plans): ((state: EvaluationState) => HiddenOptions) | undefined => {
  const mayHide = (plan: ScalarPlan | ListPlan): boolean => !isList(plan) && plan.hiddenOptions !== undefined
  if (!plans.some((plan) => mayHide(plan) || (isList(plan) && plan.rows.some(mayHide)))) return undefined
  const entry = (name: string, hidden: ReadonlyArray<string> = []): ReadonlyArray<readonly [string, Json]> =>
    hidden.length === 0 ? [] : [[name, hidden]]
  return (state) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each entry is a list of values
    objectOf(
      plans.flatMap((plan) => {
        const { slug } = plan.field
        if (!isList(plan)) return entry(slug, state.fields[plan.slot]?.hiddenOptions)
        return (state.rows[plan.slot] ?? []).flatMap((row, index) =>
          plan.rows.flatMap(({ field, slot }) =>
            entry(`${slug}[${index}].${field.slug}`, row.fields[slot]?.hiddenOptions)
          )
        )
      })
    ) as HiddenOptions
}

const stored = (
  sent: JsonObject,
  plans: ReadonlyMap<string, ScalarPlan | ListPlan>,
  isHidden: (slot: number) => boolean
): ReadonlyArray<readonly [string, Json]> =>
  // Names first: most of the members of a large payload may be unknown.
  Object.keys(sent).flatMap((name) => {
    const plan = plans.get(name)
    return plan === undefined || plan.computed || isHidden(plan.slot) ? [] : [[name, sent[name] ?? null] as const]
  })

const namesOf = <P extends ScalarPlan | ListPlan>(plans: ReadonlyArray<P>): ReadonlyMap<string, P> =>
  new Map(plans.map((plan) => [plan.field.slug, plan]))

/** The payload to store: without hidden, computed and unknown fields, otherwise unchanged. */
export const dataOf = (plans: Plans) => {
  const names = namesOf(plans)
  const rowNames = plans.map((plan) => (isList(plan) ? namesOf(plan.rows) : new Map<string, ScalarPlan>()))
  const rowsOf = (state: EvaluationState, slot: number, sent: Json): Json => {
    const rows = state.rows[slot] ?? []
    if (!Array.isArray(sent) || rows.length !== sent.length) return sent
    const entries: ReadonlyArray<Json> = sent
    return entries.map((entry, index) =>
      isObject(entry)
        ? objectOf(stored(entry, rowNames[slot] ?? new Map(), (field) => rows[index]?.fields[field]?.hidden === true))
        : entry
    )
  }
  return (state: EvaluationState): JsonObject =>
    objectOf(
      stored(state.data, names, (slot) => state.fields[slot]?.hidden === true).map(([name, sent]) => {
        const plan = names.get(name)
        return [name, plan !== undefined && isList(plan) ? rowsOf(state, plan.slot, sent) : sent] as const
      })
    )
}

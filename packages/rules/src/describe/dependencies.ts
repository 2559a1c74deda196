/** The values that a problem depends on: those that its rules read, and those that the rules behind them read. */
import type { CheckedField, CheckedForm } from "../tree/CheckedForm.ts"
import type { Problem } from "../Evaluation.ts"
import { locationOf } from "../run/payload/Location.ts"
import { pointerTokens } from "../values/pointer.ts"

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null

/** Keys (`cells.ts`) that a tree reads; `row` is the list whose row a rule belongs to, `each` the list that a function goes through. */
const readsOf = (tree: unknown, row: number | undefined, each?: number): ReadonlyArray<string> => {
  if (!isObject(tree)) return []
  const { each: through, kind, node, place, rows, slot } = tree
  if (node === "field" && isObject(place)) {
    const list = place["at"] === "row" ? row : place["at"] === "each" ? each : undefined
    return [list === undefined ? String(place["slot"]) : `${list}.${String(place["slot"])}`]
  }
  if (kind === "rows" && node === "list") return [String(slot)]
  const inside = isObject(rows) ? listOf(rows) : isObject(through) ? listOf(through["rows"]) : each
  return Object.values(tree).flatMap((part) => readsOf(part, row, inside ?? each))
}

const listOf = (rows: unknown): number | undefined => {
  if (!isObject(rows)) return undefined
  if (rows["node"] === "list") return Number(rows["slot"])
  const { each } = rows
  return isObject(each) ? listOf(each["rows"]) : undefined
}

const isIn = (own: string, pointer: string): boolean => pointer === own || pointer.startsWith(`${own}/`)

interface Known {
  readonly checked: CheckedField
  readonly list: number | undefined
}

/** For a problem of the form, the keys of the values that it depends on. */
export const dependencies = (form: CheckedForm): ((problem: Problem) => ReadonlySet<string>) => {
  const known = new Map<string, Known>()
  for (const checked of form.fields) {
    known.set(String(checked.slot), { checked, list: undefined })
    for (const row of checked.rows) known.set(`${checked.slot}.${row.slot}`, { checked: row, list: checked.slot })
  }
  const follow = (keys: ReadonlyArray<string>): ReadonlySet<string> => {
    const seen = new Set<string>()
    const open = [...keys]
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      const own = known.get(key)
      if (own === undefined || seen.has(key)) continue
      seen.add(key)
      const { checked, list } = own
      if (list !== undefined) open.push(String(list))
      open.push(
        ...readsOf(checked.formula, list),
        ...readsOf(checked.visibleWhen, list),
        ...readsOf(checked.optionsWhen, list)
      )
    }
    return seen
  }
  const keyOf = (pointer: string): string | undefined => {
    const field = form.fields.find((one) => isIn(locationOf(one.field.slug).pointer, pointer))
    if (field === undefined) return undefined
    const [, row] = pointerTokens(pointer.slice(locationOf(field.field.slug).pointer.length))
    const own = field.rows.find((one) => one.field.slug === row)
    return own === undefined ? String(field.slot) : `${field.slot}.${own.slot}`
  }
  const ofChecks = (key: string | undefined): ReadonlyArray<string> =>
    form.checks.flatMap(({ about, check }) => {
      const own = about && (about.row === undefined ? String(about.slot) : `${about.slot}.${about.row}`)
      return own === key ? [...(key === undefined ? [] : [key]), ...readsOf(check, about?.slot)] : []
    })
  return ({ code, pointer }) => {
    const key = keyOf(pointer)
    if (code === "rule") return follow(ofChecks(key))
    const own = key === undefined ? undefined : known.get(key)
    return follow([...(key === undefined ? [] : [key]), ...readsOf(own?.checked.requiredWhen, own?.list)])
  }
}

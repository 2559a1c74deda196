/** The search space of a payload: one cell for each value that may be sent, with the values to choose from. */
import type { CheckedField, CheckedForm } from "../tree/CheckedForm.ts"
import { isUniqueInRows } from "../fields/running/runningTypes.ts"
import type { RowField } from "../Definition.ts"
import type { Json, JsonObject } from "../Json.ts"
import { candidatesOf } from "./candidates.ts"
import { literalsOf } from "./literals.ts"
import { nested } from "../values/groups.ts"
import type { Slices } from "../values/Slices.ts"

/** Rows that are tried beyond `minItems`. */
const MORE_ROWS = 2

interface Cell {
  /** `slot` of a field of the form, `slot.row` of a field of its rows: what rules read. */
  readonly key: string
  /** Values, the best first; undefined leaves the value out. For a list, numbers of rows. */
  readonly choices: ReadonlyArray<Json | undefined>
  /** The choice for a payload with as few values as possible. */
  readonly least: number
}

interface Part {
  readonly slug: string
  readonly cell: number
  /** Of a list: for each row its fields. */
  readonly rows?: ReadonlyArray<ReadonlyArray<Part>>
}

export interface Cells {
  readonly cells: ReadonlyArray<Cell>
  readonly payload: (chosen: ReadonlyArray<number>) => JsonObject
}

const rotated = <A>(values: ReadonlyArray<A>, by: number): ReadonlyArray<A> =>
  values.length === 0 ? values : [...values.slice(by % values.length), ...values.slice(0, by % values.length)]

/** Pauses after each field. */
export function* cellsOf(form: CheckedForm, today: string): Slices<Cells> {
  const literals = literalsOf(form)
  const cells: Array<Cell> = []
  const add = (key: string, choices: ReadonlyArray<Json | undefined>, least: number): number =>
    cells.push({ key, choices, least }) - 1

  // The same for each row of a list.
  const known = new Map<RowField, ReadonlyArray<Json>>()
  const candidates = (field: RowField): ReadonlyArray<Json> => {
    const values = known.get(field) ?? candidatesOf(field, today, literals)
    known.set(field, values)
    return values
  }

  const scalar = (checked: CheckedField, key: string, row: number): ReadonlyArray<Part> => {
    const { field, formula } = checked
    if (formula !== undefined || field.type === "list") return []
    // A required field without a fitting value may still be hidden.
    const values = rotated(candidates(field), row)
    const isAsked = field.required || ("minItems" in field && (field.minItems ?? 0) > 0)
    return [{ slug: field.slug, cell: add(key, [...values, undefined], isAsked ? 0 : values.length) }]
  }

  const list = (checked: CheckedField): ReadonlyArray<Part> => {
    const { field, rows, slot } = checked
    if (field.type !== "list") return []
    const { maxItems, minItems = 0 } = field
    const most = Math.min(maxItems, Math.max(1, minItems) + MORE_ROWS)
    const fewest = Math.min(maxItems, Math.max(1, minItems))
    const counts = Array.from({ length: most - fewest + 1 }, (_, more) => fewest + more)
    const isAsked = field.required || minItems > 0
    const cell = add(String(slot), [...counts, undefined], isAsked ? 0 : counts.length)
    const differ = field.unique || rows.some((row) => isUniqueInRows(row.field))
    const parts = Array.from({ length: most }, (_, row) =>
      rows.flatMap((own) => scalar(own, `${slot}.${own.slot}`, differ ? row : 0))
    )
    return [{ slug: field.slug, cell, rows: parts }]
  }

  const parts: Array<Part> = []
  for (const checked of form.fields) {
    for (const { field } of checked.rows) {
      if (field.type !== "list") candidates(field)
      yield
    }
    parts.push(...(checked.field.type === "list" ? list(checked) : scalar(checked, String(checked.slot), 0)))
    yield
  }

  const objectOf = (own: ReadonlyArray<Part>, chosen: ReadonlyArray<number>): JsonObject =>
    Object.fromEntries(
      own.flatMap(({ cell, rows, slug }): ReadonlyArray<readonly [string, Json]> => {
        const value = cells[cell]?.choices[chosen[cell] ?? 0]
        if (value === undefined) return []
        return [[slug, rows === undefined ? value : rows.slice(0, Number(value)).map((row) => objectOf(row, chosen))]]
      })
    )
  return { cells, payload: (chosen) => nested(objectOf(parts, chosen)) }
}

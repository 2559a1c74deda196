/** How the values of a submission fit into the form as its draft has it. */
import type { FormSession } from "@formwork/form/FormSession"
import type { FillableField } from "@formwork/rules/FillableForm"
import { flatOf } from "@formwork/rules/groups"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { isObject } from "@formwork/rules/LongNumber"

export interface Fit {
  /** Names in the submission that the form does not have: `phone`, `drivers.age`. */
  readonly unknown: ReadonlyArray<string>
  /** Names that the form computes by itself. */
  readonly computed: ReadonlyArray<string>
  /** Values that the form refuses, by the labels of their fields. */
  readonly refused: ReadonlyArray<{ readonly label: string; readonly message: string }>
}

type Names = Pick<Fit, "unknown" | "computed">

const none: Names = { unknown: [], computed: [] }

const both = (one: Names, other: Names): Names => ({
  unknown: [...one.unknown, ...other.unknown],
  computed: [...one.computed, ...other.computed]
})

const rowsIn = (value: Json | undefined): ReadonlyArray<JsonObject> =>
  Array.isArray(value) ? value.filter((row) => isObject(row)) : []

const namesIn = (data: JsonObject, fields: ReadonlyArray<FillableField>, before: string): Names =>
  Object.entries(data).reduce<Names>((names, [slug, value]) => {
    const own = fields.find(({ field }) => field.slug === slug)
    const name = `${before}${slug}`
    if (own === undefined) return both(names, { unknown: [name], computed: [] })
    if (own.computed) return both(names, { unknown: [], computed: [name] })
    return rowsIn(value).reduce<Names>((all, row) => both(all, namesIn(row, own.rows, `${name}.`)), names)
  }, none)

/**
 * @param data of the submission.
 * @param session of the form, with this data in it.
 */
export const fitOf = (data: JsonObject, session: FormSession): Fit => {
  const { computed, unknown } = namesIn(flatOf(data), session.fields, "")
  return {
    unknown: [...new Set(unknown)],
    computed: [...new Set(computed)],
    refused: session.wrong.flatMap(({ message, pointer }) => {
      const view = session.view(pointer.slice("/data".length))
      return view === undefined || view.computed ? [] : [{ label: view.label, message }]
    })
  }
}

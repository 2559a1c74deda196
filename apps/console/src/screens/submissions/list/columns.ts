/** Which columns a list has, in which order and how wide. The reference is always the first. */
import type { Field } from "@formwork/rules/Definition"

export const widths = { narrow: 112, usual: 160, wide: 320 } as const

export type Width = keyof typeof widths

/** `state`, `created`, `outcomes`, or `field:` and a slug. */
export interface ChosenColumn {
  readonly id: string
  readonly width: Width
}

export type Columns = ReadonlyArray<ChosenColumn>

const own: Columns = [
  { id: "state", width: "narrow" },
  { id: "created", width: "narrow" },
  { id: "outcomes", width: "usual" }
]

const FIELDS_AT_FIRST = 4
/** As many as a request may name. */
export const MOST_FIELDS = 100

const columnOf = ({ slug }: Pick<Field, "slug">): string => `field:${slug}`

export const slugOf = (id: string): string | undefined => (id.startsWith("field:") ? id.slice(6) : undefined)

const short: ReadonlySet<Field["type"]> = new Set(["integer", "number", "money", "boolean", "date", "time"])

const ofField = (field: Field): ChosenColumn => ({
  id: columnOf(field),
  width: short.has(field.type) ? "narrow" : "usual"
})

/** All that may be chosen. */
export const allColumns = (fields: ReadonlyArray<Field>): Columns => [...own, ...fields.map(ofField)]

const firstColumns = (fields: ReadonlyArray<Field>): Columns => [
  ...own,
  ...fields
    .filter(({ type }) => type !== "list")
    .slice(0, FIELDS_AT_FIRST)
    .map(ofField)
]

export const slugsOf = (columns: Columns): ReadonlyArray<string> =>
  columns.flatMap(({ id }) => slugOf(id) ?? []).slice(0, MOST_FIELDS)

/** One place up or down. */
export const movedColumn = (columns: Columns, id: string, by: -1 | 1): Columns => {
  const from = columns.findIndex((column) => column.id === id)
  const to = from + by
  const one = columns[from]
  return one === undefined || to < 0 || to >= columns.length
    ? columns
    : columns.toSpliced(from, 1).toSpliced(to, 0, one)
}

const isWidth = (value: unknown): value is Width => typeof value === "string" && Object.hasOwn(widths, value)

const chosenIn = (text: string): ReadonlyArray<unknown> => {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** @param text that `writeColumns` wrote, or anything: what the form has not, and what comes twice, is left out. */
export const readColumns = (text: string | null, fields: ReadonlyArray<Field>): Columns => {
  if (text === null) return firstColumns(fields)
  const known = new Set(allColumns(fields).map(({ id }) => id))
  return chosenIn(text).flatMap((one): Columns => {
    if (typeof one !== "object" || one === null) return []
    const [id, width]: ReadonlyArray<unknown> = [Reflect.get(one, "id"), Reflect.get(one, "width")]
    if (typeof id !== "string" || !known.delete(id)) return []
    return [{ id, width: isWidth(width) ? width : "usual" }]
  })
}

export const writeColumns = (columns: Columns): string => JSON.stringify(columns)

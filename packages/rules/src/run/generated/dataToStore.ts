/** The data to store: a payload without what its form computes, hides or does not know. */
import type { Definition, Field } from "../../Definition.ts"
import type { Json, JsonObject } from "../../Json.ts"
import { isObject } from "../../LongNumber.ts"
import { mayHide } from "../../values/mayHide.ts"
import type { FastRow } from "./FastValue.ts"

/** Where a field's own flags and rows are among those of an evaluation. */
interface Place {
  /** Its place among the fields that can be hidden, -1 where it is always visible. */
  readonly hideable: number
  /** Of a list its place among the lists, and the flag of each of its row fields that is stored. */
  readonly list: number
  readonly rows: ReadonlyMap<string, string>
}

const isStored = ({ formula }: Field): boolean => formula === undefined

type Parts = Pick<Definition, "fields" | "sections">

/** The fields of the form that are stored unless they are hidden, by their names. */
const placesOf = ({ fields, sections }: Parts): ReadonlyMap<string, Place> => {
  const hideable = fields.filter(mayHide({ sections }))
  const lists = fields.filter(({ type }) => type === "list")
  return new Map(
    fields.filter(isStored).map((field) => [
      field.slug,
      {
        hideable: hideable.indexOf(field),
        list: lists.indexOf(field),
        rows: new Map(
          field.type === "list"
            ? field.fields.flatMap((own, slot) => (isStored(own) ? [[own.slug, `h${slot}`] as const] : []))
            : []
        )
      }
    ])
  )
}

/**
 * A payload without what is not stored.
 * @param names of the payload's members.
 * @param hidden of each field that can be hidden whether it is, in their order.
 * @param lists of each list its rows, in their order.
 */
export type DataToStore = (
  data: JsonObject,
  names: ReadonlyArray<string>,
  hidden: ReadonlyArray<boolean>,
  lists: ReadonlyArray<ReadonlyArray<FastRow>>
) => JsonObject

/** Made once a form: finding the places costs more than storing. */
export const dataToStoreOf = (form: Parts): DataToStore => {
  const places = placesOf(form)
  return (data, names, hidden, lists) => {
    const stored: Record<string, Json> = {}
    for (const name of names) {
      const place = places.get(name)
      if (place === undefined || hidden[place.hideable] === true) continue
      const sent = data[name] ?? null
      stored[name] = place.list < 0 ? sent : rowsOf(place, sent, lists[place.list] ?? [])
    }
    return stored
  }
}

const rowsOf = ({ rows: own }: Place, sent: Json, rows: ReadonlyArray<FastRow>): Json => {
  if (!Array.isArray(sent) || rows.length !== sent.length) return sent
  const entries: ReadonlyArray<Json> = sent
  return entries.map((entry, index) => (isObject(entry) ? rowOf(own, entry, rows[index]) : entry))
}

const rowOf = (own: Place["rows"], entry: JsonObject, row: FastRow | undefined): JsonObject => {
  const stored: Record<string, Json> = {}
  for (const name of Object.keys(entry)) {
    const flag = own.get(name)
    if (flag !== undefined && row?.[flag] !== true) stored[name] = entry[name] ?? null
  }
  return stored
}

/** Random forms, and the same with faults in them. */
import type { Json, JsonObject } from "@formwork/rules/Json"
import { below } from "@formwork/rules/pointer"
import { definition } from "../../../../../packages/rules/test/fuzz/definitions.ts"
import { Random } from "../../../../../packages/rules/test/fuzz/Random.ts"
import { valueIn, without } from "../../../src/screens/author/engine/Kept.ts"

const junk: ReadonlyArray<Json> = [
  null,
  true,
  -1,
  1e16,
  "",
  "nothing here",
  "1 +",
  "constructor",
  [],
  [null],
  {},
  { a: [] }
]

/** Every place below a pointer. */
const placesIn = (value: Json, at: string): ReadonlyArray<string> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, member]: [string, Json]) => [
        below(at, name),
        ...placesIn(member, below(at, name))
      ])

const replaced = (value: Json, tokens: ReadonlyArray<string>, by: Json): Json => {
  const [token, ...rest] = tokens
  if (token === undefined) return by
  if (Array.isArray(value))
    return value.map((entry: Json, at) => (String(at) === token ? replaced(entry, rest, by) : entry))
  return Object.fromEntries(
    Object.entries(value ?? {}).map(([name, member]: [string, Json]) => [
      name,
      name === token ? replaced(member, rest, by) : member
    ])
  )
}

const broken = (random: Random, value: Json): Json => {
  if (typeof value !== "string" || random.once(3)) return random.pick(junk)
  const at = random.whole(0, value.length)
  return value.slice(0, at) + random.pick(["(", '"', " nobody ", "..", "9"]) + value.slice(random.once(2) ? at : at + 2)
}

const damage = (random: Random, form: Json): Json => {
  const places = placesIn(form, "")
  if (places.length === 0) return form
  const place = random.pick(places)
  if (random.once(3)) return without(form, new Set([place])).definition
  return replaced(form, place.split("/").slice(1), broken(random, valueIn(form, place) ?? null))
}

/** A form with rules of every kind, mostly sound. */
export const soundForm = (seed: number): JsonObject => definition(new Random(seed, 1))

/** The same, damaged in some places. */
export const damagedForm = (seed: number, places: number): Json => {
  const random = new Random(seed, 2)
  return Array.from({ length: places }).reduce<Json>((form) => damage(random, form), soundForm(seed))
}

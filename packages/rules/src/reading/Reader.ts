/** Combinators that read untrusted JSON by tables of members and collect every fault. */
import type { Fault } from "../Fault.ts"
import type { Json, JsonObject } from "../Json.ts"
import { LongNumber } from "../LongNumber.ts"
import type { Limits } from "../Limits.ts"
import type { TableDefinition } from "../TableDefinition.ts"
import { below, pointerTokens } from "../values/pointer.ts"
import { didYouMean } from "../values/nearest.ts"
import { codePoints, isStorable, shortened } from "../values/text.ts"

/** A text in the languages of a form that it is written in. */
type Translations = ReadonlyMap<string, string>

/** The languages of a form that is being read. */
export interface ReadLanguages {
  /** The default first. */
  readonly all: ReadonlyArray<string>
  /** The one that is read. */
  readonly chosen: string
}

/** What the readers of one definition share. */
export interface ReadContext {
  /** Undefined for a form that has one language, which it does not name. */
  readonly languages?: ReadLanguages | undefined
  /** Every text that is written in several languages, by its pointer. */
  readonly translations?: Map<string, Translations>
  readonly limits: Limits
  /** The privileges that exist. Undefined where the caller has no list of them: then any name is allowed. */
  readonly privileges?: ReadonlyArray<string>
  /** The definition was published, perhaps under rules that were less strict. */
  readonly published?: boolean
  /** Tables of the organisation, by `versionKey`. Undefined where the caller has none. */
  readonly tables?: ReadonlyMap<string, TableDefinition>
  /** Every published table with the number of its newest version. Undefined where the caller does not know them. */
  readonly publishedTables?: ReadonlyMap<string, number>
  readonly faults: Array<Fault>
}

/** Reads one value at a JSON Pointer. Returns undefined where it added a fault. */
export type Read<A> = (reading: ReadContext, value: Json, at: string) => A | undefined

export interface Member<A> {
  readonly read: Read<A>
  readonly required: boolean
  /** An example for the fault of a missing member. */
  readonly example?: string
}

export type Members = { readonly [name: string]: Member<unknown> | undefined }

/** The members of an object that could be read. */
export type ObjectOf<M extends Members> = {
  readonly [K in keyof M]?: M[K] extends Member<infer A> | undefined ? A | undefined : never
}

export const required = <A>(read: Read<A>, example?: string): Member<A> => ({
  read,
  required: true,
  ...(example === undefined ? {} : { example })
})
export const optional = <A>(read: Read<A>): Member<A> => ({ read, required: false })

/** Adds a fault. Returns undefined, the result of a reader that failed. */
export const fault = (reading: ReadContext, pointer: string, message: string, expected?: string): undefined => {
  reading.faults.push({ pointer, message, ...(expected === undefined ? {} : { expected }) })
  return undefined
}

export const isObject = (value: Json): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Own members only: a definition has no inherited ones. */
export const own = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** A description of a value for an author. */
export const found = (value: Json): string => {
  if (value === null) return "`null`"
  if (typeof value === "string") return value === "" ? "an empty text" : `the text \`${shortened(value, 40)}\``
  if (typeof value === "number") return `the number \`${value}\``
  if (typeof value === "boolean") return `\`${value}\``
  if (value instanceof LongNumber) return `a number of more than 15 digits, \`${shortened(value.literal, 40)}\``
  return Array.isArray(value) ? "a list (`[…]`)" : "something in braces (`{…}`)"
}

const nameOf = (at: string): string => (at === "" ? "The definition" : `\`${pointerTokens(at).at(-1)}\``)

export const subject = (at: string): string => (/\/\d+$/.test(at) ? "This entry" : nameOf(at))

/** Reports that a value has the wrong type. */
export const addTypeFault = (reading: ReadContext, value: Json, at: string, expected: string): undefined =>
  fault(reading, at, `${subject(at)} has to be ${expected}; here it is ${found(value)}.`, expected)

/** An entry and its pointer. */
export interface Placed<A> {
  readonly pointer: string
  readonly value: A
}

/** What could be read of an entry. */
export type Loose<A> = { readonly [K in keyof A]?: A[K] | undefined }

/** Examples of required members whose own readers have none. */
const examples = new Map([
  ["title", `"Motor quote"`],
  ["code", `"MQ"`],
  ["fields", `[{ "slug": "age", "type": "integer" }]`],
  ["slug", `"birthDate"`],
  ["type", `"text"`],
  ["currency", `"GBP"`],
  ["options", `[{ "value": "yes" }, { "value": "no" }]`],
  ["value", `"yes"`],
  ["id", `"too-young"`],
  ["check", `"age >= 18"`],
  ["when", `"age < 18"`],
  ["message", `"You have to be 18"`],
  ["severity", `"warning"`],
  ["kind", `"notification"`],
  ["name", `"approve"`],
  ["from", `"submitted"`],
  ["to", `"approved"`]
])

/** Reports that a member is missing, with an example of one. */
export const addMissingFault = (
  reading: ReadContext,
  at: string,
  what: string,
  name: string,
  example = examples.get(name) ?? "…"
): undefined =>
  fault(
    reading,
    at,
    `${capital(what)} needs ${name.endsWith("s") ? "" : /^[aeio]/.test(name) ? "an " : "a "}\`${name}\`, such as \`"${name}": ${example}\`; here it is missing.`
  )

/** An object with these members and no others; `what` names it (“a check”). Reads every member, even if others are at fault. */
export const object =
  <M extends Members>(members: M, what: string, strange?: (name: string) => string | undefined) =>
  (reading: ReadContext, value: Json, at: string): ObjectOf<M> | undefined => {
    if (!isObject(value)) return addTypeFault(reading, value, at, `${what}, written in braces (\`{…}\`)`)
    const result: { [name: string]: unknown } = {}
    for (const [name, member] of Object.entries(members)) {
      if (member === undefined) continue
      const given = own(value, name)
      if (given !== undefined) result[name] = member.read(reading, given, below(at, name))
      else if (member.required) addMissingFault(reading, at, what, name, member.example)
    }
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(members, name)) continue
      const why =
        strange?.(name) ??
        `${capital(what)} has nothing called \`${shortened(name, 40)}\`.${didYouMean(name, Object.keys(members)) || " Take it out."}`
      fault(reading, below(at, name), why)
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each member was read by the reader that its type comes from
    return result as ObjectOf<M>
  }

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** At most `most` entries, each read even if others are at fault. An entry at fault is undefined. */
export const array =
  <A>(read: Read<A>, most: number, what: string) =>
  (reading: ReadContext, value: Json, at: string): ReadonlyArray<A | undefined> | undefined =>
    entriesOf(most, what)(reading, value, at)?.map((entry, index) => read(reading, entry, below(at, index)))

/** At most so many entries of a list, not yet read. */
export const entriesOf =
  (most: number, what: string): Read<ReadonlyArray<Json>> =>
  (reading, value, at) => {
    if (!Array.isArray(value)) return addTypeFault(reading, value, at, "a list (`[…]`)")
    const entries: ReadonlyArray<Json> = value
    if (entries.length > most) fault(reading, at, `There are ${entries.length} ${what}; at most ${most} are allowed.`)
    return entries.slice(0, most)
  }

/** A text of `least` to `most` characters. */
export const text =
  (least: number, most: number): Read<string> =>
  (reading, value, at) => {
    if (typeof value !== "string") return addTypeFault(reading, value, at, "a text")
    if (value.length < least) return fault(reading, at, `${subject(at)} is empty.`, "a text")
    if (value.length > most * 2 || codePoints(value) > most)
      return fault(reading, at, `${subject(at)} has more than ${most} characters.`)
    if (!isStorable(value))
      return fault(
        reading,
        at,
        `${subject(at)} has a broken character in it (U+0000 or half of a surrogate pair), which cannot be stored. Write it again.`
      )
    return value
  }

/** A text of a form; `expected` describes it. */
export const formed =
  (form: RegExp, expected: string): Read<string> =>
  (reading, value, at) =>
    typeof value === "string" && form.test(value) ? value : addTypeFault(reading, value, at, expected)

export const boolean: Read<boolean> = (reading, value, at) =>
  typeof value === "boolean" ? value : addTypeFault(reading, value, at, "`true` or `false`")

export const whole =
  (least: number, most: number): Read<number> =>
  (reading, value, at) =>
    typeof value === "number" && Number.isInteger(value) && value >= least && value <= most
      ? value
      : addTypeFault(reading, value, at, `a whole number from ${least} to ${most}`)

export const listed = (values: ReadonlyArray<string>): string => {
  const quotedValues = values.map((value) => `\`${value}\``)
  return quotedValues.length === 1
    ? quotedValues.join("")
    : `${quotedValues.slice(0, -1).join(", ")} or ${quotedValues.at(-1)}`
}

/** One of the given texts. */
export const oneOf =
  <const A extends string>(values: ReadonlyArray<A>): Read<A> =>
  (reading, value, at) => {
    const known = values.find((one) => one === value)
    if (known !== undefined) return known
    const hint = typeof value === "string" ? didYouMean(value, values) : ""
    return fault(
      reading,
      at,
      `${subject(at)} has to be ${listed(values)}; here it is ${found(value)}.${hint}`,
      listed(values)
    )
  }

/** An expression, still to be parsed. */
export const expression: Read<string> = (reading, value, at) =>
  typeof value === "string" ? value : addTypeFault(reading, value, at, "an expression, written as a text")

/** Of a check, an outcome or an effect. */
export const id = formed(
  /^[a-z][A-Za-z0-9_-]{0,62}$/,
  "an id: a small letter, then letters, digits, `_` or `-`, 63 at most"
)

/** Any JSON, unchanged. */
export const anything: Read<Json> = (_, value) => value

/** “number 4 (`/fields/3/slug`)” */
const placeOf = (pointer: string): string => {
  const index = pointerTokens(pointer).findLast((step) => /^\d+$/.test(step))
  return `number ${Number(index) + 1} (\`${pointer}\`)`
}

/** Reports each id that an earlier entry has. */
export const unique = (
  reading: ReadContext,
  entries: ReadonlyArray<{ readonly id: string | undefined; readonly at: string }>,
  what: string
): void => {
  const seen = new Map<string, string>()
  for (const { at, id } of entries) {
    if (id === undefined) continue
    const first = seen.get(id)
    if (first === undefined) seen.set(id, at)
    else
      fault(reading, at, `${what} \`${id}\` is there twice; the first one is ${placeOf(first)}.`, "a name of its own")
  }
}

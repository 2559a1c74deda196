/** Extension members: whatever an author keeps at a part of a form for a renderer, under names that begin with `x-`. */
import type { Extensions } from "../Definition.ts"
import type { Json, JsonObject } from "../Json.ts"
import { LongNumber } from "../LongNumber.ts"
import { below } from "../values/pointer.ts"
import { isStorable } from "../values/text.ts"
import { fault, isObject, type Members, object, type ObjectOf, type ReadContext } from "./Reader.ts"

const NAME = /^x-[a-z][A-Za-z0-9-]{0,60}$/

/** Extension members of one part; characters of one value; of all values in a form; how deep objects and lists stand in each other. */
const MAX_MEMBERS = 20
const MAX_CHARACTERS = 4_000
const MAX_IN_FORM = 100_000
const MAX_DEPTH = 10

/** What a reader gives that takes extension members, too. */
export interface Extended {
  readonly extensions?: Extensions | undefined
}

const isExtension = (name: string): boolean => name.startsWith("x-")

/** Why a value cannot be kept, in a sentence. */
const wrongIn = (value: Json, depth: number): string | undefined => {
  if (value instanceof LongNumber) return "It has a number of more than 15 digits; write that one as a text."
  if (typeof value === "string" && !isStorable(value))
    return "It has a broken character in it (U+0000 or half of a surrogate pair), which cannot be stored."
  if (typeof value !== "object" || value === null) return undefined
  if (depth === 0) return `Objects and lists stand at most ${MAX_DEPTH} deep in each other.`
  for (const [name, one] of Object.entries<Json>(value)) {
    const wrong = (isStorable(name) ? undefined : wrongIn(name, 0)) ?? wrongIn(one, depth - 1)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/** Characters of the extension members that a definition has so far. */
const spent = new WeakMap<ReadContext, number>()

/** Adds characters to those of the form. Reports the value that is too much, once. */
const spend = (reading: ReadContext, characters: number, at: string): void => {
  const before = spent.get(reading) ?? 0
  spent.set(reading, before + characters)
  if (before <= MAX_IN_FORM && before + characters > MAX_IN_FORM)
    fault(reading, at, `All \`x-\` members of a form have at most ${MAX_IN_FORM.toLocaleString("en")} characters.`)
}

const readExtension = (reading: ReadContext, name: string, value: Json, at: string): boolean => {
  const faults = reading.faults.length
  if (!NAME.test(name))
    fault(reading, at, "An extension member is called `x-`, a small letter, then letters, digits or `-`, 63 in all.")
  const wrong = wrongIn(value, MAX_DEPTH)
  if (wrong !== undefined) fault(reading, at, `\`${name.slice(0, 64)}\` cannot be kept. ${wrong}`)
  else {
    const characters = JSON.stringify(value).length
    if (characters > MAX_CHARACTERS)
      fault(
        reading,
        at,
        `\`${name.slice(0, 64)}\` has ${characters} characters as JSON; at most ${MAX_CHARACTERS} are kept.`
      )
    spend(reading, characters, at)
  }
  return reading.faults.length === faults
}

const readExtensions = (reading: ReadContext, value: JsonObject, at: string): Extensions | undefined => {
  const names = Object.keys(value).filter(isExtension)
  if (names.length === 0) return undefined
  if (names.length > MAX_MEMBERS)
    fault(reading, at, `There are ${names.length} \`x-\` members; at most ${MAX_MEMBERS} are allowed in one place.`)
  const kept = names.slice(0, MAX_MEMBERS).flatMap((name) => {
    const own = value[name] ?? null
    return readExtension(reading, name, own, below(at, name)) ? [[name, own] as const] : []
  })
  return Object.fromEntries(kept)
}

/** As `object`, and `x-` members beside its own. */
export const extensible =
  <M extends Members>(members: M, what: string, strange?: (name: string) => string | undefined) =>
  (reading: ReadContext, value: Json, at: string): (ObjectOf<M> & Extended) | undefined => {
    const extensions = isObject(value) ? readExtensions(reading, value, at) : undefined
    if (extensions === undefined || !isObject(value)) return object(members, what, strange)(reading, value, at)
    const own = Object.fromEntries(Object.entries(value).filter(([name]) => !isExtension(name)))
    const read = object(members, what, strange)(reading, own, at)
    return read && { ...read, extensions }
  }

/** The member of what was read, where there are any. */
export const extensionsOf = ({ extensions }: Extended): { readonly extensions?: Extensions } =>
  extensions === undefined ? {} : { extensions }

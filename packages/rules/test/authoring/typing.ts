/** Forms as an author has typed them so far: sound ones, with one rule cut or broken, and with members missing, doubled or strange. */
import * as fc from "fast-check"
import type { Json, JsonObject } from "../../src/Json.ts"
import { pointerTokens } from "../../src/values/pointer.ts"
import { formAt } from "../fuzz/pairs.ts"
import { jsonValues } from "../jsonValues.ts"
import { present } from "../present.ts"
import { everywhere } from "./everywhere.ts"
import { textsIn } from "./rulesIn.ts"
import { source } from "./sources.ts"

/** The definition with another value at a pointer; undefined takes the member out. */
export const replaced = (definition: Json, pointer: string, value: Json | undefined): Json => {
  const at = (json: Json, [step, ...rest]: ReadonlyArray<string>): Json | undefined => {
    if (step === undefined) return value
    if (typeof json !== "object" || json === null) return json
    const entries = Object.entries(json).flatMap(
      ([name, member]: [string, Json]): ReadonlyArray<readonly [string, Json]> => {
        const made = name === step ? at(member, rest) : member
        return made === undefined ? [] : [[name, made]]
      }
    )
    return Array.isArray(json) ? entries.map(([, member]) => member) : Object.fromEntries(entries)
  }
  return at(definition, pointerTokens(pointer)) ?? null
}

const sound: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 2 ** 31 - 1 }).map((seed) => formAt(seed, 0).definition) },
  { weight: 1, arbitrary: fc.constant(everywhere) }
)

export interface Typed {
  readonly definition: Json
  /** A text of it. */
  readonly pointer: string
  readonly offset: number
}

/** A random form may be without any rule. */
const ruled = sound.filter((definition) => textsIn(definition).length > 0)

/** A place in a form. */
const soundPlace: fc.Arbitrary<Typed> = fc.tuple(ruled, fc.nat(), fc.nat()).map(([definition, which, at]) => {
  const texts = textsIn(definition)
  const { pointer, source: text } = present(texts[which % texts.length])
  return { definition, pointer, offset: at % (text.length + 1) }
})

/** A place whose text may be broken. */
export const typed: fc.Arbitrary<Typed> = fc
  .tuple(soundPlace, source, fc.nat(), fc.nat({ max: 3 }))
  .map(([{ definition, offset, pointer }, other, at, way]) => {
    if (way === 0) return { definition, pointer, offset }
    const text = present(textsIn(definition).find((one) => one.pointer === pointer)).source
    const put =
      way === 1 ? text.slice(0, offset) : way === 2 ? other : text.slice(0, offset) + other + text.slice(offset)
    return {
      definition: replaced(definition, pointer, put),
      pointer,
      offset: way === 1 ? offset : at % (put.length + 1)
    }
  })

const membersOf = (json: Json, pointer = ""): ReadonlyArray<string> =>
  typeof json === "object" && json !== null
    ? Object.entries(json).flatMap(([name, member]: [string, Json]) => [
        `${pointer}/${name}`,
        ...membersOf(member, `${pointer}/${name}`)
      ])
    : []

/** The same with other members of the form missing, strange or taken from elsewhere in it. */
export const wild: fc.Arbitrary<Typed> = fc
  .tuple(
    typed,
    fc.array(
      fc.tuple(fc.nat(), fc.option(fc.oneof(jsonValues({ maxDepth: 2 }), fc.constant("alpha")), { nil: undefined })),
      { maxLength: 4 }
    )
  )
  .map(([{ definition, ...place }, changes]) => ({
    ...place,
    definition: changes.reduce<Json>((json, [which, value]) => {
      const all = membersOf(json)
      return all.length === 0 ? json : replaced(json, present(all[which % all.length]), value)
    }, definition)
  }))

/** Reading what the server answers. Each function throws where the value has another shape, and so fails the test. */
import { Schema } from "effect"
import type { JsonObject } from "@formwork/rules/Json"
import * as Wire from "./wire.ts"

type Members = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isList = (value: unknown): value is ReadonlyArray<unknown> => Array.isArray(value)

export const objectOf = (value: unknown): Members => {
  if (!isObject(value)) throw new Error(`the test counts on an object, and this is ${JSON.stringify(value)}`)
  return value
}

export const listOf = (value: unknown): ReadonlyArray<unknown> => {
  if (!isList(value)) throw new Error(`the test counts on a list, and this is ${JSON.stringify(value)}`)
  return value
}

export const textOf = (value: unknown): string => {
  if (typeof value !== "string") throw new Error(`the test counts on a text, and this is ${JSON.stringify(value)}`)
  return value
}

export const objectsOf = (value: unknown): ReadonlyArray<Members> => listOf(value).map(objectOf)

/** A JSON object with JSON at every depth, such as a form's definition. */
export const jsonObjectOf: (value: unknown) => JsonObject = Schema.decodeUnknownSync(Schema.JsonObject)

/** A list of them. */
export const jsonObjectsOf: (value: unknown) => ReadonlyArray<JsonObject> = Schema.decodeUnknownSync(
  Schema.Array(Schema.JsonObject)
)

/** The items of an answer that is a list. */
export const itemsOf = (answer: Wire.Answer) => objectsOf(Wire.json(answer)["items"])

/** The problems that a refusal lists. */
export const problemsOf = (answer: Wire.Answer) => objectsOf(Wire.json(answer)["problems"])

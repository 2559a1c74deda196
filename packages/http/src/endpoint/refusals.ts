/** The refusals of an operation, as its document shows them. */
import type { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import * as ProblemDetails from "../problem/ProblemDetails.ts"
import { table } from "../problem/ProblemTable.ts"
import type { Refusal } from "../problem/ProblemTable.ts"
import type { Need } from "./Need.ts"

export type Tag = Refusal["_tag"]

const declared = (tag: Tag, narrowed: Schema.Struct.Fields) =>
  ProblemDetails.schema(tag, narrowed).pipe(
    HttpApiSchema.status(table[tag].status),
    HttpApiSchema.asJson({ contentType: "application/problem+json" })
  )
const whole: Schema.Struct.Fields = {}
const known = new WeakMap<Schema.Struct.Fields, Map<Tag, ReturnType<typeof declared>>>()

/**
 * A refusal in the document: its status, its type and its members. The same arguments give one schema, so that the document has one.
 * @param narrowed members that have a narrower type in this operation.
 */
export const problem = (tag: Tag, narrowed = whole): ReturnType<typeof declared> => {
  const schemas = known.get(narrowed) ?? new Map<Tag, ReturnType<typeof declared>>()
  known.set(narrowed, schemas)
  const schema = schemas.get(tag) ?? declared(tag, narrowed)
  schemas.set(tag, schema)
  return schema
}

/** Refusals that any request may get. */
const always = [
  "RequestMalformed",
  "RequestTimedOut",
  "ExpectationUnsupported",
  "RateLimited",
  "HeadTooLarge",
  "InternalFault",
  "Unavailable"
] as const satisfies ReadonlyArray<Tag>

/** Additional refusals of an operation with a body. */
const ofBodies = ["MediaTypeUnsupported", "PayloadTooLarge", "RequestInvalid"] as const satisfies ReadonlyArray<Tag>

/** Those of an operation whose body is a file. */
const ofFiles = [
  "FileBodyUnsupported",
  "PayloadTooLarge",
  "UploadsAtOnce",
  "RequestInvalid"
] as const satisfies ReadonlyArray<Tag>

/** Refusals that a handler may fail with and its declaration need not list: the rest of the declaration implies them. */
export type Implied<N extends Need> =
  | "RequestInvalid"
  | (N extends "nothing" ? never : "Unauthenticated")
  | (N extends "a session" ? "SessionRequired" : N extends "nothing" | "any credential" ? never : "PrivilegeMissing")

/**
 * The names of every refusal of an operation.
 * @param takes which parts of a request are decoded, and so can be invalid.
 * @param own the refusals that the operation itself declares.
 */
export const refusalsOf = (
  need: Need,
  takes: "a body" | "a file" | "other values" | "nothing",
  own: ReadonlyArray<Tag>
): ReadonlyArray<Tag> => {
  const credential: ReadonlyArray<Tag> = need === "nothing" ? [] : ["Unauthenticated"]
  const privilege: ReadonlyArray<Tag> =
    need === "a session"
      ? ["SessionRequired"]
      : need === "nothing" || need === "any credential"
        ? []
        : ["PrivilegeMissing"]
  const shapes: Readonly<Record<typeof takes, ReadonlyArray<Tag>>> = {
    "a body": ofBodies,
    "a file": ofFiles,
    "other values": ["RequestInvalid"],
    nothing: []
  }
  return [...new Set([...always, ...credential, ...privilege, ...shapes[takes], ...own])]
}

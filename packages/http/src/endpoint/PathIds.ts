/** Ids in a path: a malformed id answers 404, exactly like an unknown one (spec/http.md §1.5). */
import { Result, Schema } from "effect"
import type { Refusal } from "../problem/ProblemTable.ts"

/** A schema that needs no services. */
export type Codec = Schema.Codec<unknown, unknown>

export interface Fields {
  readonly [name: PropertyKey]: Codec
}

/** The record that a path names, and the refusal where it does not exist. */
export interface PathIds<Params extends Fields, NotFound extends Refusal> {
  readonly params: Params
  readonly notFound: NotFound
}

/** Paths whose ids are remembered as well-formed. */
const remembered = 1_000

/** Reads the parameters of a path. Refuses `notFound` for a malformed one. */
export const reader = <Params extends Fields, NotFound extends Refusal>({
  notFound,
  params
}: PathIds<Params, NotFound>) => {
  const decode = Schema.decodeUnknownResult(Schema.Struct(params))
  const names = Object.keys(params)
  // Most requests are for few records, and an id is as well-formed as it was before.
  const known = new Map<string, Schema.Struct.Type<Params>>()
  return (given: Readonly<Record<string, string>>) => {
    let key = ""
    for (const name of names) key += `/${given[name] ?? ""}`
    const found = known.get(key)
    if (found !== undefined) return Result.succeed(found)
    const decoded = decode(given)
    if (Result.isFailure(decoded)) return Result.fail(notFound)
    if (known.size >= remembered) known.clear()
    known.set(key, decoded.success)
    return Result.succeed(decoded.success)
  }
}

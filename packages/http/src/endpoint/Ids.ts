/** Ids in a path: however odd, one that is none is one that is missing (spec/http.md §1.5). */
import { Context, Effect, Schema } from "effect"
import { HttpApiMiddleware } from "effect/http-api"
import type { Refusal } from "../problem/ProblemTable.ts"
import * as Problem from "../problem/Problem.ts"

/** What an endpoint answers where the record that its path names is not there: an annotation of the contract. */
export class Absent extends Context.Service<Absent, Refusal>()("@formwork/http/Ids/Absent") {}

/** Makes the answer to an id that is none: the one to a record that is missing. Anything else undecodable is our fault. */
export class Ids extends HttpApiMiddleware.Service<Ids>()("@formwork/http/endpoint/Ids") {
  static readonly layer = HttpApiMiddleware.layerSchemaErrorTransform(Ids, (error, { endpoint, group }) =>
    error.kind === "Params"
      ? Problem.answer(Context.getUnsafe(Context.merge(group.annotations, endpoint.annotations), Absent))
      : Effect.die(error)
  )
}

/** An id as it was given out: in lower case. A database would take it in any. */
export const asGiven = <S extends Schema.Codec<string, string>>(id: S) =>
  id.check(Schema.makeFilter((text: string) => text === text.toLowerCase(), { expected: "an id as it was given out" }))

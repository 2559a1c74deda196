/** The body of a request in the shape that its endpoint takes. */
import { DateTime, Effect } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { RequestInvalid } from "@formwork/domain/callers/Refusal"
import * as Request from "@formwork/domain/request/decoder"
import { CurrentCaller, RequestBody } from "./Guard.ts"

/** Reads a body as `schema`. A member that it does not name is a problem too: a misspelt `draft` would file for real. */
export const decoder = Request.decoder

/** The current request's body. Refuses: `RequestInvalid`. */
export const read = <A>(decode: Request.Decoder<A>): Effect.Effect<A, RequestInvalid, RequestBody> =>
  Effect.flatMap(RequestBody, (body) => Effect.fromResult(decode(body)))

/**
 * For an endpoint of one record: what is wrong with a body is said after that the record is not there (spec/http.md §1.13).
 * @param find refuses where the caller cannot see the record. It is asked only where something is wrong: a handler asks for the
 * record anyway.
 */
export const of =
  <E>(find: (caller: Caller) => Effect.Effect<unknown, E>) =>
  <A, R>(work: Effect.Effect<A, RequestInvalid, R>): Effect.Effect<A, E | RequestInvalid, R | CurrentCaller> =>
    Effect.tapError(work, () => Effect.flatMap(CurrentCaller, find))

/** A date that a request gives for something to come. Refuses: `RequestInvalid`. */
export const future = Effect.fnUntraced(function* (
  member: string,
  date: DateTime.Utc | undefined
): Effect.fn.Return<void, RequestInvalid> {
  if (date === undefined || DateTime.isGreaterThan(date, yield* DateTime.now)) return
  return yield* new RequestInvalid({ problems: [Request.problem([member], "min", "must be in the future")] })
})

/** Requests that a service decodes only after it has found the record that they are about (docs/decisions/0111). */
import { Effect } from "effect"
import type { RequestInvalid } from "../callers/Refusal.ts"

/**
 * What a caller asks of a service: the request itself, or an Effect that decodes it and may refuse `RequestInvalid`. A plain value
 * refuses nothing, except that a payload in it is read as JSON (`Payload.decode`) and an `IdempotencyKey` is checked.
 */
export type Decoded<A, E = RequestInvalid> = A | Effect.Effect<A, E>

/**
 * A payload may have any member, also the one by which effect knows an Effect. JSON has no prototype but Object's and Array's,
 * and no Effect has one of those.
 */
export const isEffect = <A, E>(request: Decoded<A, E>): request is Effect.Effect<A, E> =>
  Effect.isEffect(request) && Object.getPrototypeOf(request) !== Object.prototype && !Array.isArray(request)

/** For a service that has found the record. Refuses: `RequestInvalid`. */
export const decode = <A, E>(request: Decoded<A, E>): Effect.Effect<A, E> =>
  isEffect(request) ? request : Effect.succeed(request)

/**
 * For a service whose store finds the record while it changes it.
 * @param find refuses where the caller cannot see the record. It runs only where the request is invalid: the change looks for itself.
 * Refuses, in this order: what `find` refuses, `RequestInvalid`.
 */
export const decodeFor = <A, E, E2>(
  request: Decoded<A, E>,
  find: Effect.Effect<unknown, E2>
): Effect.Effect<A, E | E2> => Effect.tapError(decode(request), () => find)

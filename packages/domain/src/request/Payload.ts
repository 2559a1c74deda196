/** Payloads from outside of the program: read as HTTP reads them, so that one payload has one answer wherever it comes in. */
import { Effect, Result } from "effect"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { isObject } from "@formwork/rules/LongNumber"
import { plainJson } from "@formwork/rules/plainJson"
import { readJson } from "@formwork/rules/readJson"
import { RequestInvalid, RequestMalformed } from "../callers/Refusal.ts"
import { isEffect } from "./Decoded.ts"
import type { Decoded } from "./Decoded.ts"
import { problem } from "./decoder.ts"

/**
 * Reads a JSON text strictly: a member that is named twice is refused, and a number that a double may not hold stays as it was
 * written, where JSON.parse would keep the last and round.
 * @param text a string, or bytes in UTF-8.
 * Refuses: `RequestMalformed`, with the sentence that HTTP answers.
 *
 * ```ts
 * const body = yield* Payload.read(await request.text())
 * ```
 */
export const read = (text: string | Uint8Array): Effect.Effect<Json, RequestMalformed> =>
  Effect.suspend(() =>
    Effect.fromResult(
      Result.mapError(readJson(text, { subject: "The body" }), (reason) => new RequestMalformed({ reason }))
    )
  )

/**
 * A payload from any value: what `read` or another parser made of a text, or what a program wrote. Services take it in place of
 * the payload, and run it once they have found the record.
 * @returns a copy with own members alone (`plainJson`).
 * Refuses: `RequestInvalid`, also for null, a list, a Map and an instance of a class, with the problem that HTTP answers.
 *
 * ```ts
 * evaluations.evaluate(caller, formId, Payload.decode(await request.json()))
 * ```
 */
export const decode = (value: unknown): Effect.Effect<JsonObject, RequestInvalid> =>
  Effect.suspend(() => {
    if (value === undefined) return refused(problem(["data"], "required", "is missing"))
    const copied = plainJson(value)
    // What is not an object is one problem, whatever else is wrong in it.
    if (Result.isFailure(copied)) {
      const { fact, path } = copied.failure
      return refused(path.length === 0 ? notAnObject : problem(["data", ...path], "type", fact))
    }
    return isObject(copied.success) ? Effect.succeed(copied.success) : refused(notAnObject)
  })

/** A request whose `data` is read by `decode`. An Effect has decoded it by itself. */
export const ofRequest = <A extends { readonly data: unknown }>(request: Decoded<A>): Decoded<A> =>
  isEffect(request) ? request : Effect.map(decode(request.data), (data) => ({ ...request, data }))

const notAnObject = problem(["data"], "type", "must be an object")

const refused = (only: RequestInvalid["problems"][number]): Effect.Effect<never, RequestInvalid> =>
  Effect.fail(new RequestInvalid({ problems: [only] }))

/** A line of a batch, and the line that answers it. The command line writes the same bytes as the server. */
import { Result, Schema } from "effect"
import { RequestMalformed } from "@formwork/domain/callers/Refusal"
import { decoder } from "@formwork/domain/request/decoder"
import type { RequestInvalid } from "@formwork/domain/callers/Refusal"
import { toJson } from "@formwork/rules/Evaluation"
import type { EvaluationResult } from "@formwork/rules/Evaluation"
import type { Json, JsonObject } from "@formwork/rules/Json"
import { isObject } from "@formwork/rules/LongNumber"
import { PayloadTooLarge } from "../request/RequestRefusal.ts"
import * as StrictJson from "../request/StrictJson.ts"
import { EvaluateRequest } from "../v1/schemas.ts"

/** Characters of an id. */
const longestId = 200

const Id = Schema.String.check(
  Schema.isMaxLength(longestId, { expected: `a text of at most ${longestId} characters` })
).annotate({ description: "The caller's own name for the line; the answer repeats it." })

export const BatchLine = Schema.Struct({ id: Schema.optionalKey(Id), ...EvaluateRequest.fields }).annotate({
  identifier: "BatchLineRequest",
  description: "One line of the body."
})
export type BatchLine = typeof BatchLine.Type

/** Why one line is not evaluated; the lines after it are. */
type LineRefusal = PayloadTooLarge | RequestMalformed | RequestInvalid

/** A line that was read: what to evaluate, or why not. */
export interface Read {
  /** Also of a line that is refused, where it can be told. */
  readonly id: string | undefined
  readonly result: Result.Result<JsonObject, LineRefusal>
}

export interface LineLimits {
  readonly bytes: number
  readonly depth: number
}

const decode = decoder(BatchLine)

/** Refuses what v1's evaluate would refuse this line for, were it a request's body: with the same words (spec/http.md §5.9). */
export function* readInSlices(bytes: Buffer | undefined, limits: LineLimits): Generator<undefined, Read, undefined> {
  if (bytes === undefined)
    return { id: undefined, result: Result.fail(new PayloadTooLarge({ limitBytes: limits.bytes })) }
  const json = yield* StrictJson.parseInSlices(bytes, limits.depth)
  return Result.isSuccess(json)
    ? decoded(json.success)
    : { id: undefined, result: Result.fail(new RequestMalformed({ reason: json.failure })) }
}

/** The same at once. */
export const read = (bytes: Buffer | undefined, limits: LineLimits): Read => {
  const work = readInSlices(bytes, limits)
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

const decoded = (json: Json): Read => {
  const id = isObject(json) && isId(json["id"]) ? json["id"] : undefined
  // Most lines have exactly these members, and the schema takes longer than the rules.
  if (isObject(json) && isObject(json["data"]) && Object.keys(json).length === (id === undefined ? 1 : 2))
    return { id, result: Result.succeed(json["data"]) }
  return { id, result: Result.map(decode(json), ({ data }) => data) }
}

const isId = (value: Json | undefined): value is string => typeof value === "string" && value.length <= longestId

/** The members before those of the result. */
const opening = (id: string | undefined, line: number): string =>
  id === undefined ? `{"line":${line}` : `{"id":${JSON.stringify(id)},"line":${line}`

/** v1's result, with `id` and `line` before its members. */
export const answer = (id: string | undefined, line: number, evaluation: EvaluationResult): string =>
  `${opening(id, line)},${toJson(evaluation).slice(1)}\n`

/** @param problem the problem details as JSON text. */
export const refusal = (id: string | undefined, line: number, problem: string): string =>
  `${opening(id, line)},"problem":${problem}}\n`

/**
 * The last line of a batch that ends before its lines do.
 * @param line the first line without an answer: another batch goes on from there.
 */
export const ending = (line: number, problem: string, retryAfterSeconds: number | undefined): string => {
  const after = retryAfterSeconds === undefined ? "" : `,"retryAfter":${retryAfterSeconds}`
  return `{"line":${line},"problem":${problem},"resumeFrom":${line}${after}}\n`
}

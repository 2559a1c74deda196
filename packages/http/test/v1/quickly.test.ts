/** What v1 reads and writes without its schemas, against those schemas. */
import { DateTime, Result, Schema } from "effect"
import { expect, it } from "vitest"
import { decoder } from "@formwork/domain/request/decoder"
import { FormId, FormVersionId } from "@formwork/domain/forms/Form"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { compileGenerated } from "@formwork/rules/compileGenerated"
import type { Json } from "@formwork/rules/Json"
import { LongNumber } from "@formwork/rules/LongNumber"
import { formAt, inputAt } from "../../../rules/test/fuzz/pairs.ts"
import { createdJson, CreatedSubmission, EvaluateRequest, isEvaluateRequest } from "../../src/v1/schemas.ts"

const id = "01890a5d-ac96-774b-bcce-b302099a8057"

it("the JSON of a submission that was created is that of its schema, byte for byte", () => {
  const encode = Schema.encodeUnknownSync(Schema.toCodecJson(CreatedSubmission))
  let valid = 0
  for (let index = 0; index < 200; index += 1) {
    const { checked, definition } = formAt(20_261_122, index)
    const { data, options } = inputAt(20_261_122, index, definition)
    const evaluation = compileGenerated(checked).evaluate(data, { ...options, draft: true })
    if (!evaluation.valid) continue
    valid += 1
    const submission = {
      id: SubmissionId.make(id),
      formId: FormId.make(id),
      formVersionId: FormVersionId.make(id),
      referenceNumber: `R-"\u2028${index}`,
      workflowState: "new",
      data: evaluation.data,
      calculatedData: evaluation.calculatedData,
      hiddenFields: evaluation.hiddenFields,
      outcomes: evaluation.outcomes,
      createdAt: DateTime.makeUnsafe(1_800_000_000_000 + index * 86_399_999)
    }
    expect(createdJson(submission)).toBe(JSON.stringify(encode(submission)))
    // The store's submission has a revision, which v1 does not show.
    expect(createdJson(Object.assign(submission, { revision: 1 }))).toBe(JSON.stringify(encode(submission)))
  }
  expect(valid).toBeGreaterThan(10)
})

it("a body that is taken without the schema is what the schema gives for it", () => {
  const decode = decoder(EvaluateRequest)
  const long = LongNumber.of("1e400")
  const objects: ReadonlyArray<Json> = [{}, { a: 1 }, JSON.parse('{"__proto__":1}'), { data: {} }]
  const others: ReadonlyArray<unknown> = [[], [{}], null, true, 0, "", "data", long]
  const bodies: ReadonlyArray<unknown> = [
    ...objects,
    ...others,
    ...[...objects, ...others].flatMap((data) => [{ data }, { data, draft: true }, { Data: data }, [{ data }]]),
    JSON.parse('{"data":{},"__proto__":{}}'),
    JSON.parse('{"__proto__":{"data":{}}}')
  ]
  let taken = 0
  for (const body of bodies) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as StrictJson gives it
    const json = body as Json
    const decoded = decode(json)
    if (!isEvaluateRequest(json)) continue
    taken += 1
    expect(Result.isSuccess(decoded)).toBe(true)
    expect(Result.getOrThrow(decoded)).toStrictEqual(json)
  }
  expect(taken).toBeGreaterThanOrEqual(objects.length)
})

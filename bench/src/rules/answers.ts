/** What happens to an evaluation of the quote: written as JSON, and its effects rendered. */
import { Schema } from "effect"
import type { RenderContext } from "@formwork/rules/CompiledForm"
import { compileGenerated } from "@formwork/rules/compileGenerated"
import { toJson } from "@formwork/rules/Evaluation"
import { EvaluationResult } from "@formwork/http/v1/schemas"
import { example, form, OPTIONS } from "../demo.ts"
import { measure, ROTATION, type Timed } from "../measure.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import { checked } from "./ours.ts"
import { validPayloads, wrongQuote } from "./payloads.ts"
import { rowOf } from "./quote.ts"

const encode = Schema.encodeUnknownSync(Schema.toCodecJson(EvaluationResult))

/** JSON of evaluations that were just made, as a server writes it; the evaluation is not in the time. */
const jsonRow = async (rounds: number): Promise<ReadonlyArray<Row>> => {
  const quote = compileGenerated(checked(form))
  const payloads = [...validPayloads(ROTATION - 1, 3), wrongQuote(example)]
  const evaluations = payloads.map((payload) => quote.evaluate(payload, OPTIONS))
  const different = evaluations.filter((one) => toJson(one) !== JSON.stringify(encode(one))).length
  const at = (index: number) => evaluations[index % ROTATION]
  const timed: ReadonlyArray<Timed> = [
    { name: "json/schema", run: (index) => JSON.stringify(encode(at(index))) },
    { name: "json", run: (index) => toJson(at(index) ?? quote.evaluate(example, OPTIONS)) }
  ]
  const [schema, json] = await measure(timed, rounds, progress("an answer as JSON"))
  if (schema === undefined || json === undefined) return []
  const notes = `to JSON.stringify of what the schema encodes; ${different} of ${ROTATION} answers differ`
  return [rowOf(json, { bar: "≤ 0.5 ×", schema_ns: schema.median, notes })]
}

const context: RenderContext = {
  today: OPTIONS.today,
  submissionId: "01936b2e-7c00-7000-8000-00000000002a",
  formId: "01936b2e-7c00-7000-8000-00000000002b",
  formVersionId: "01936b2e-7c00-7000-8000-00000000002c",
  formTitle: "Motor quote",
  state: "submitted",
  on: "filed",
  timestamp: "2026-11-21T09:30:00.000Z",
  createdAt: "2026-11-21T09:30:00.000Z"
}

/** An evaluation with the contents of its effects, an e-mail and a document, beside the evaluation alone. */
const renderRow = async (rounds: number): Promise<ReadonlyArray<Row>> => {
  const quote = compileGenerated(checked(form))
  const payloads = validPayloads(ROTATION, 3)
  const evaluate = (index: number) => quote.evaluate(payloads[index % ROTATION] ?? example, OPTIONS)
  const timed: ReadonlyArray<Timed> = [
    { name: "evaluate", run: evaluate },
    {
      name: "render",
      run: (index) => {
        const evaluation = evaluate(index)
        return quote.render(evaluation, evaluation.effects, context)
      }
    }
  ]
  const [alone, rendered] = await measure(timed, rounds, progress("effects rendered"))
  if (alone === undefined || rendered === undefined) return []
  return [
    rowOf(rendered, { evaluate_ns: alone.median, notes: "an evaluation and its e-mail and document, to it alone" })
  ]
}

export const answerRows = async (rounds: number, wanted: (name: string) => boolean): Promise<ReadonlyArray<Row>> => [
  ...(wanted("json") ? await jsonRow(rounds) : []),
  ...(wanted("render") ? await renderRow(rounds) : [])
]

/** Answers to the page's questions, by the rules' own functions. */
import { type EvaluationResult, resultOf } from "@formwork/rules/Evaluation"
import { isObject } from "@formwork/rules/LongNumber"
import { readJson } from "@formwork/rules/readJson"
import { authorsAnswer } from "./asking.ts"
import type { KnownToEngine } from "./KnownToEngine.ts"
import type { Asked, PayloadMessage, Questions } from "./Protocol.ts"

const resultFor = (
  { running }: KnownToEngine,
  { data, today }: Pick<PayloadMessage, "data" | "today">
): EvaluationResult | null => {
  const read = readJson(data)
  if (running === undefined || read._tag === "Failure" || !isObject(read.success)) return null
  return resultOf(running.form.evaluate(read.success, { today, draft: false }))
}

/** The answer has the kind that `Questions` names for what was asked. Throws `AnswersMissing`. */
export const answerTo = (asked: Asked, known: KnownToEngine): Questions[keyof Questions]["answer"] => {
  switch (asked.ask) {
    case "results":
      return asked.payloads.map((payload) => resultFor(known, payload))
    case "live":
      return known.live?.evaluate(asked) ?? null
    case "stored":
      return known.live?.stored(asked) ?? null
    default:
      return authorsAnswer(asked, known)
  }
}

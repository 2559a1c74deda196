/** In which order the worker says what. */
import { beforeAll, expect, it } from "vitest"
import { loadParts } from "@formwork/rules/loading"
import { loadAnswers } from "../../../src/screens/author/engine/asking.ts"
import { Answers } from "../../../src/screens/author/engine/Answers.ts"
import { Engine } from "../../../src/screens/author/engine/Engine.ts"
import type { FromWorker } from "../../../src/screens/author/engine/Protocol.ts"
import { twoFields } from "./twoFields.ts"

const definition = (edition: number, formula: string) => ({
  kind: "definition" as const,
  edition,
  text: twoFields(formula)
})

const payload = { kind: "payload", edition: 1, data: '{"one":1}', today: "2026-03-02", draft: true } as const

const world = () => {
  const said: Array<FromWorker> = []
  const answers = new Answers(new Engine(() => 0), (one) => void said.push(one))
  const taken = (): ReadonlyArray<string> =>
    said.splice(0).map((one) => (one.kind === "prepared" ? `prepared ${one.edition} ${one.runs}` : one.kind))
  return { answers, taken }
}

beforeAll(() => Promise.all([loadParts(), loadAnswers()]))

it("The first form that runs is said at once", () => {
  const { answers, taken } = world()
  answers.answer(definition(1, "one + 1"))
  expect(taken()).toEqual(["checked", "prepared 1 1"])
  expect(answers.isWaiting).toBe(false)
})

it("While nothing runs yet, each definition is tried at once", () => {
  const { answers, taken } = world()
  answers.answer({ kind: "definition", edition: 1, text: "{" })
  expect(taken()).toEqual(["checked", "prepared 1 0"])
  answers.answer(definition(2, "one + 1"))
  expect(taken()).toEqual(["checked", "prepared 2 2"])
})

it("Later forms wait for the end of the pause, and a newer one takes the place of the one that waits", () => {
  const { answers, taken } = world()
  answers.answer(definition(1, "one + 1"))
  taken()
  answers.answer(definition(2, "one + 2"))
  answers.answer(definition(3, "one + "))
  expect(taken()).toEqual(["checked", "checked"])
  expect(answers.isWaiting).toBe(true)
  answers.finish()
  expect(taken()).toEqual(["prepared 3 3"])
  answers.finish()
  expect(taken()).toEqual([])
})

it("A payload and a question are for the newest definition, whose form does not wait for the pause then", () => {
  const { answers, taken } = world()
  answers.answer(definition(1, "one + 1"))
  answers.answer(definition(2, "one + 2"))
  taken()
  answers.answer(payload)
  expect(taken()).toEqual(["prepared 2 2", "evaluated"])
  answers.answer(definition(3, "one + 3"))
  answers.answer({ kind: "question", id: 1, asked: { ask: "exampleOf", today: "2026-03-02" } })
  expect(taken()).toEqual(["checked", "prepared 3 3", "answer"])
})

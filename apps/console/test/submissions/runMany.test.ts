/** Many calls, some at a time: what is called when, in every order in which answers may come. */
import { FormworkError, FormworkUnreachable } from "@formwork/client/FormworkError"
import type { Workflow } from "@formwork/rules/Definition"
import * as fc from "fast-check"
import { expect, test } from "vitest"
import { budgetOf, waitOf } from "../../src/api/budget.ts"
import { commonTransitions } from "../../src/screens/submissions/list/many/commonTransitions.ts"
import { AT_ONCE, mayTryAgain, pause, runMany } from "../../src/screens/submissions/list/many/runMany.ts"

const problem = { title: "Refused", error: "No.", requestId: "r", type: "urn:formwork:problem:conflict" } as const
const refusal = (status: number, code: string, retryAfter?: number) =>
  new FormworkError({ ...problem, status, code } as never, retryAfter)

const noPause = () => Promise.resolve()
const items = (count: number) => Array.from({ length: count }, (_, index) => index)

test("each is called once, at most four run at once, and each is done or refused, in whichever order answers come", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.nat(30), fc.func(fc.boolean()), async (scheduler, count, isRefused) => {
      let running = 0
      const called: Array<number> = []
      const act = async (item: number) => {
        called.push(item)
        running += 1
        expect(running).toBeLessThanOrEqual(AT_ONCE)
        await scheduler.schedule(Promise.resolve())
        running -= 1
        if (isRefused(item)) throw refusal(409, "CONFLICT")
      }
      const many = { items: items(count), act, wait: () => 0, pause: noPause, onProgress: () => undefined }
      const ended = await scheduler.waitFor(runMany({ ...many, signal: new AbortController().signal }))
      expect(called).toEqual(items(count))
      expect(ended.left).toBe(0)
      expect(ended.refused.map(({ item }) => item).toSorted((a, b) => a - b)).toEqual(
        items(count).filter((item) => isRefused(item))
      )
      expect(ended.done).toBe(count - ended.refused.length)
    })
  )
})

test("once it is stopped nothing begins, and what has begun is counted", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 20 }),
      fc.nat(20),
      async (scheduler, count, stopAfter) => {
        const control = new AbortController()
        let calls = 0
        const act = async () => {
          expect(control.signal.aborted).toBe(false)
          calls += 1
          if (calls > stopAfter) control.abort()
          await scheduler.schedule(Promise.resolve())
        }
        const many = { items: items(count), act, wait: () => 0, pause: noPause, onProgress: () => undefined }
        const ended = await scheduler.waitFor(runMany({ ...many, signal: control.signal }))
        expect(ended.done).toBe(calls)
        expect(ended.left).toBe(count - calls)
        expect(calls).toBeLessThanOrEqual(stopAfter + 1)
      }
    )
  )
})

test("nothing begins while the budget has nothing to spare, and a call over the budget is made again after its wait", async () => {
  const waited: Array<number> = []
  const waits = [700, 0, 0, 0, 0]
  let isOver = true
  const ended = await runMany({
    items: ["a"],
    act: async () => {
      if (!isOver) return
      isOver = false
      throw refusal(429, "RATE_LIMITED", 3)
    },
    wait: () => waits.shift() ?? 0,
    pause: async (millis) => void waited.push(millis),
    onProgress: () => undefined,
    signal: new AbortController().signal
  })
  expect(ended).toEqual({ done: 1, refused: [], left: 0 })
  expect(waited).toEqual([700, 3_000])
})

test("the end of the session ends it, and what it leaves can be tried again", async () => {
  const error = refusal(401, "UNAUTHENTICATED")
  let calls = 0
  const ended = await runMany({
    items: items(50),
    act: async () => {
      calls += 1
      throw error
    },
    wait: () => 0,
    pause: noPause,
    onProgress: () => undefined,
    signal: new AbortController().signal
  })
  expect(calls).toBeLessThanOrEqual(AT_ONCE)
  expect(ended.left).toBe(50 - calls)
  expect([error, refusal(503, "UNAVAILABLE"), new FormworkUnreachable("cut")].map(mayTryAgain)).toEqual([
    true,
    true,
    true
  ])
  expect([refusal(409, "CONFLICT"), refusal(403, "PRIVILEGE_REQUIRED")].map(mayTryAgain)).toEqual([false, false])
})

test("a pause ends when it is stopped", async () => {
  const control = new AbortController()
  const paused = pause(3_600_000, control.signal)
  control.abort()
  await paused
  await pause(3_600_000, control.signal)
})

test("work waits for a whole budget once 20 requests are left for the person", () => {
  expect(budgetOf('"default";r=57;t=12', 1_000)).toEqual({ left: 57, resetAt: 13_000 })
  expect(budgetOf(null, 0)).toBeUndefined()
  expect(waitOf(undefined, 0)).toBe(0)
  expect(waitOf({ left: 21, resetAt: 9_000 }, 1_000)).toBe(0)
  expect(waitOf({ left: 20, resetAt: 9_000 }, 1_000)).toBe(8_000)
  expect(waitOf({ left: 0, resetAt: 9_000 }, 10_000)).toBe(0)
})

const states = ["a", "b", "c"]
const transition = fc.record({
  name: fc.constantFrom("go", "stop", "turn"),
  from: fc.constantFrom(...states),
  to: fc.constantFrom(...states),
  privilege: fc.constantFrom("submission:delete", "report:read")
})
const workflow: fc.Arbitrary<Workflow> = fc
  .uniqueArray(transition, { selector: ({ from, name }) => `${from} ${name}` })
  .map((transitions) => ({ initial: "a", states, transitions }))
const submission = fc.record({
  formVersionId: fc.constantFrom("1", "2", "gone"),
  workflowState: fc.constantFrom(...states)
})

test("a transition is offered if and only if every submission has it, with every privilege that one of them asks for", () => {
  fc.assert(
    fc.property(fc.array(submission, { minLength: 1, maxLength: 8 }), workflow, workflow, (listed, one, two) => {
      const workflows = new Map([
        ["1", one],
        ["2", two]
      ])
      const offered = commonTransitions(listed, workflows)
      for (const name of ["go", "stop", "turn"]) {
        const each = listed.map(({ formVersionId, workflowState }) =>
          workflows.get(formVersionId)?.transitions.find((other) => other.name === name && other.from === workflowState)
        )
        const found = offered.find((other) => other.name === name)
        expect(found !== undefined).toBe(each.every((other) => other !== undefined))
        if (found === undefined) continue
        expect([...found.privileges].toSorted()).toEqual([...new Set(each.map((other) => other?.privilege))].toSorted())
        expect([...found.to].toSorted()).toEqual([...new Set(each.map((other) => other?.to))].toSorted())
      }
    })
  )
  expect(commonTransitions([], new Map())).toEqual([])
})

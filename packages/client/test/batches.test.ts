/** Batches of the plain client against the real server: one answer a line, in order, whatever happens on the way. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import type { Scope } from "effect"
import { createFormwork } from "../src/Formwork.ts"
import type { FormworkOptions } from "../src/Formwork.ts"
import { FormworkError } from "../src/FormworkError.ts"
import * as Harness from "../../http/test/support/Harness.ts"
import type * as Operations from "../../http/test/support/operations.ts"

const withServer = <A, E>(
  setting: Harness.Setting,
  test: Effect.Effect<A, E, Operations.Needed | Scope.Scope>
): Effect.Effect<A, E> => Effect.provide(Effect.scoped(test), Layer.orDie(Harness.layer(setting)), { local: true })

const clientOf = (token: string, options: Partial<FormworkOptions> = {}) =>
  Effect.map(Harness.port, (port) => createFormwork({ baseUrl: `http://127.0.0.1:${port}`, token, ...options }))

function* quotes(count: number) {
  for (let age = 1; age <= count; age += 1) yield { id: String(age), data: { name: "Ada", age } }
}

/** Every answer, and what ended them. */
const collect = <Line>(lines: AsyncIterable<Line>) =>
  Effect.promise(async () => {
    const all: Array<Line> = []
    try {
      for await (const line of lines) all.push(line)
      return { all, error: undefined }
    } catch (error) {
      return { all, error }
    }
  })

/** The global fetch, whose answers break off after some bytes for the first `times` calls. */
const breaking = (times: number): typeof fetch => {
  let left = times
  return async (input, init) => {
    const response = await fetch(input, init)
    if (left === 0 || response.body === null) return response
    left -= 1
    let bytes = 0
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        bytes += chunk.length
        if (bytes > 20_000) controller.error(new Error("cut"))
        else controller.enqueue(chunk)
      }
    })
    return new Response(response.body.pipeThrough(cut), response)
  }
}

describe("a batch of the client", () => {
  it.live("takes lines that are made while they are sent, and gives one answer for each", () =>
    withServer(
      {},
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        const { forms } = yield* clientOf(key)
        const { all, error } = yield* collect(forms.evaluateBatch({ formId: form.id, lines: quotes(3_000) }))
        assert.isUndefined(error)
        assert.lengthOf(all, 3_000)
        assert.deepInclude(all.at(-1), { id: "3000", line: 3_000, valid: true })
      })
    )
  )

  it.live("waits out the budget, and goes on with the line that had no answer", () =>
    withServer(
      { quota: { limit: 2, windowMillis: 1_000 } },
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        const { forms } = yield* clientOf(key)
        const { all, error } = yield* collect(forms.evaluateBatch({ formId: form.id, lines: quotes(450) }))
        assert.isUndefined(error)
        assert.deepStrictEqual(
          all.map(({ id, line }) => [id, line]),
          Array.from({ length: 450 }, (_, index) => [String(index + 1), index + 1])
        )
      })
    )
  )

  it.live("sends again what had no answer when the connection broke", () =>
    withServer(
      {},
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        const { forms } = yield* clientOf(key, { fetch: breaking(3) })
        const { all, error } = yield* collect(forms.evaluateBatch({ formId: form.id, lines: quotes(2_000) }))
        assert.isUndefined(error)
        assert.deepStrictEqual(
          all.map(({ id }) => id),
          Array.from({ length: 2_000 }, (_, index) => String(index + 1))
        )
      })
    )
  )

  it.live("ends with the refusal where trying again does not help", () =>
    withServer(
      {},
      Effect.gen(function* () {
        const { form, mint } = yield* Harness.tenant
        const { key, token } = yield* mint("submission:write")
        const { forms } = yield* clientOf(Redacted.value(token.text))
        const { keys } = yield* clientOf(Redacted.value((yield* mint("apikey:write", "submission:write")).token.text))
        async function* lines() {
          yield* quotes(100)
          await keys.revoke({ apiKeyId: key.id, body: {} })
          yield* quotes(100)
        }
        const { all, error } = yield* collect(forms.evaluateBatch({ formId: form.id, lines: lines() }))
        assert.isAtMost(all.length, 100)
        assert.instanceOf(error, FormworkError)
        assert.propertyVal(error, "code", "UNAUTHENTICATED")
      })
    )
  )

  it.live(
    "ends with what the program's own lines threw; and a program that stops reading ends the program's lines",
    () =>
      withServer(
        {},
        Effect.gen(function* () {
          const { form, key } = yield* Harness.tenant
          const { forms } = yield* clientOf(key)
          const own = new Error("no more rows")
          let isEnded = false
          function* lines() {
            try {
              yield* quotes(10)
              throw own
            } finally {
              isEnded = true
            }
          }
          const { error } = yield* collect(forms.evaluateBatch({ formId: form.id, lines: lines() }))
          assert.strictEqual(error, own)
          isEnded = false
          yield* Effect.promise(async () => {
            for await (const _ of forms.evaluateBatch({ formId: form.id, lines: endless() })) break
          })
          function* endless() {
            try {
              for (;;) yield* quotes(10)
            } finally {
              isEnded = true
            }
          }
          assert.isTrue(isEnded)
        })
      )
  )
})

/** What happens to a batch while it runs (spec/http.md §5.10): budgets, revocations, limits, and clients that stop or go away. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import type { Scope } from "effect"
import { Forms } from "@formwork/domain/forms/Forms"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Reports } from "@formwork/domain/reports/Reports"
import { CallCounter } from "@formwork/domain/usage/CallCounter"
import * as Batches from "../support/batches.ts"
import * as Harness from "../support/Harness.ts"
import type * as Operations from "../support/operations.ts"

const ada = '{"data":{"name":"Ada","age":36}}\n'

const withServer = <A, E>(
  setting: Harness.Setting,
  test: Effect.Effect<A, E, Operations.Needed | Scope.Scope>
): Effect.Effect<A, E> => Effect.provide(Effect.scoped(test), Layer.orDie(Harness.layer(setting)), { local: true })

const always = { from: "2000-01-01", to: "2999-12-31" }

/** A line whose answer is twenty times as long: the buffers between server and client hold few. */
const unknown = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`x${index}`, 1]))
const wide = `${JSON.stringify({ data: unknown })}\n`

const evaluated = Effect.fnUntraced(function* (operator: Harness.Tenant["operator"]) {
  yield* (yield* CallCounter).flush
  const days = yield* (yield* Reports).usage(operator, always)
  return days.reduce((sum, { calls }) => sum + calls, 0)
})

const code = (line: string | undefined) => Object(Batches.json(line)["problem"])["code"]

const until = (isSo: () => boolean) =>
  Effect.promise(async () => {
    while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
  })

/** A batch of which the client has sent some lines and read their answers, and which goes on. */
const begun = Effect.fnUntraced(function* (formId: string, key: string, lines: number) {
  const opened = yield* Batches.open(formId, key)
  opened.request.on("error", () => undefined).write(ada.repeat(lines))
  const response = yield* Effect.promise(() => opened.response)
  const state = { text: "", isOver: false, isWhole: false }
  response.on("data", (chunk: Buffer) => void (state.text += chunk.toString()))
  response.on("end", () => void (state.isWhole = true)).on("close", () => void (state.isOver = true))
  response.on("error", () => undefined)
  yield* until(() => state.text.split("\n").length > lines)
  const lastLine = () => state.text.trimEnd().split("\n").at(-1)
  return { request: opened.request, state, lastLine }
})

describe("the budget of a batch", () => {
  it.live("each 100 lines take one request of it; once it is spent, the last line says where to go on, and when", () =>
    withServer(
      { quota: { limit: 3, windowMillis: 60_000 } },
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        const { lines } = yield* Batches.send(form.id, key, ada.repeat(350))
        assert.lengthOf(lines, 301)
        assert.strictEqual(Batches.json(lines[299])["line"], 300)
        const { line, problem, resumeFrom, retryAfter } = Batches.json(lines[300])
        assert.deepStrictEqual([line, resumeFrom], [301, 301])
        assert.include(problem, { code: "RATE_LIMITED", status: 429 })
        assert.isAbove(Number(retryAfter), 0)
      })
    )
  )

  it.live("a batch of 100 lines takes what one evaluate takes; refused and empty lines count as lines do", () =>
    withServer(
      { quota: { limit: 2, windowMillis: 60_000 } },
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        const { lines } = yield* Batches.send(form.id, key, `${"x\n".repeat(50)}\n\n${ada.repeat(50)}`)
        assert.lengthOf(lines, 100)
        const single = yield* Harness.call(Harness.evaluatePath(form.id), key)
        assert.strictEqual(single.status, 200)
        assert.strictEqual((yield* Harness.call(Harness.evaluatePath(form.id), key)).status, 429)
      })
    )
  )

  it.live("the usage of a key counts each evaluated line", () =>
    withServer(
      {},
      Effect.gen(function* () {
        const { form, key, operator } = yield* Harness.tenant
        yield* Batches.send(form.id, key, ada.repeat(250))
        assert.strictEqual(yield* evaluated(operator), 250)
      })
    )
  )
})

describe("what changes while a batch runs", () => {
  const setting: Harness.Setting = { batch: { checkMillis: 20 }, body: { drainMillis: 50 } }

  it.live("a revoked key ends it with the 401 problem, also while nothing is sent", () =>
    withServer(
      setting,
      Effect.gen(function* () {
        const { form, mint, operator } = yield* Harness.tenant
        const { key, token } = yield* mint("submission:write")
        const batch = yield* begun(form.id, Redacted.value(token.text), 3)
        yield* (yield* ApiKeys).revoke(operator, key.id)
        yield* until(() => batch.state.isWhole)
        assert.strictEqual(code(batch.lastLine()), "UNAUTHENTICATED")
        assert.strictEqual(Batches.json(batch.lastLine())["resumeFrom"], 4)
      })
    )
  )

  it.live("an archived form ends it with the 404 problem", () =>
    withServer(
      setting,
      Effect.gen(function* () {
        const { form, key, operator } = yield* Harness.tenant
        const batch = yield* begun(form.id, key, 3)
        yield* (yield* Forms).archive(operator, form.id)
        yield* until(() => batch.state.isWhole)
        assert.strictEqual(code(batch.lastLine()), "NOT_FOUND")
      })
    )
  )

  it.live("a version that is published meanwhile changes nothing: the batch keeps the one that it began with", () =>
    withServer(
      setting,
      Effect.gen(function* () {
        const { form, key, operator } = yield* Harness.tenant
        const batch = yield* begun(form.id, key, 3)
        const forms = yield* Forms
        yield* forms.saveDraft(operator, form.id, {
          title: "Other",
          code: "QT",
          timeZone: "UTC",
          fields: [{ slug: "name", type: "text" }]
        })
        yield* forms.publish(operator, form.id)
        const before = batch.lastLine()
        batch.request.end(ada.repeat(150))
        yield* until(() => batch.state.isWhole)
        const { line: _, ...rest } = Batches.json(batch.lastLine())
        const { line: __, ...first } = Batches.json(before)
        assert.deepStrictEqual(rest, first)
      })
    )
  )
})

describe("the limits of a batch", () => {
  it.live("the line after the last that it may have is answered with a problem, and ends it", () =>
    withServer(
      { batch: { lines: 5 } },
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        assert.lengthOf((yield* Batches.send(form.id, key, `${ada.repeat(5)}\n\n`)).lines, 5)
        const { lines } = yield* Batches.send(form.id, key, ada.repeat(9))
        assert.lengthOf(lines, 6)
        assert.strictEqual(code(lines[5]), "PAYLOAD_TOO_LARGE")
        assert.strictEqual(Batches.json(lines[5])["resumeFrom"], 6)
      })
    )
  )

  it.live("a body that becomes longer than it may be ends it", () =>
    withServer(
      { batch: { bytes: 200_000 } },
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        const opened = yield* Batches.open(form.id, key, { "transfer-encoding": "chunked" })
        opened.request.end(ada.repeat(20_000))
        const { lines } = yield* Batches.read(yield* Effect.promise(() => opened.response))
        assert.strictEqual(code(lines.at(-1)), "PAYLOAD_TOO_LARGE")
        assert.isBelow(lines.length, 20_000)
      })
    )
  )

  it.live(
    "a client that sends nothing for too long gets the 408 problem, and so does a batch that takes too long",
    () =>
      withServer(
        { batch: { idleMillis: 40, checkMillis: 10 }, body: { drainMillis: 50 } },
        Effect.gen(function* () {
          const { form, key } = yield* Harness.tenant
          const batch = yield* begun(form.id, key, 2)
          yield* until(() => batch.state.isWhole)
          assert.strictEqual(code(batch.lastLine()), "REQUEST_TIMEOUT")
        })
      )
  )

  it.live("a batch may take longer than any other request", () =>
    withServer(
      { head: { bytes: 16_384, millis: 100 }, body: { millis: 50, drainMillis: 50 } },
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        const batch = yield* begun(form.id, key, 1)
        // Node looks for requests that are over time every 100 ms here, and would give this one 350.
        yield* Effect.sleep("900 millis")
        batch.request.end(ada)
        yield* until(() => batch.state.isOver)
        assert.isTrue(batch.state.isWhole)
        assert.strictEqual(Batches.json(batch.lastLine())["line"], 2)
      })
    )
  )

  it.live("a credential has so many at once; the next is refused until one is over", () =>
    withServer(
      { batch: { atOnce: 2 } },
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        const first = yield* begun(form.id, key, 1)
        const second = yield* begun(form.id, key, 1)
        assert.strictEqual((yield* Batches.send(form.id, key, ada)).status, 503)
        first.request.end()
        yield* until(() => first.state.isOver)
        assert.strictEqual((yield* Batches.send(form.id, key, ada)).status, 200)
        // The other one goes away without a word.
        second.request.destroy()
        yield* until(() => second.state.isOver)
        yield* Effect.sleep("50 millis")
        const third = yield* begun(form.id, key, 1)
        assert.strictEqual((yield* Batches.send(form.id, key, ada)).status, 200)
        third.request.end()
      })
    )
  )
})

describe("a client that does not read", () => {
  const count = 3_000

  /** Sends everything, and reads nothing. */
  const silent = Effect.fnUntraced(function* (formId: string, key: string) {
    const opened = yield* Batches.open(formId, key)
    opened.request.on("error", () => undefined).end(wide.repeat(count))
    const response = yield* Effect.promise(() => opened.response)
    return response.pause().on("error", () => undefined)
  })

  it.live("stops the work: its lines stay with it until it reads, and no line is lost", () =>
    withServer(
      {},
      Effect.gen(function* () {
        const { form, key, operator } = yield* Harness.tenant
        const response = yield* silent(form.id, key)
        let before = 0
        for (let now = 1; now !== before; now = yield* evaluated(operator)) {
          before = now
          yield* Effect.sleep("300 millis")
        }
        assert.isBelow(before, count)
        const { lines } = yield* Batches.read(response)
        assert.lengthOf(lines, count)
        assert.strictEqual(Batches.json(lines.at(-1))["line"], count)
      })
    )
  )

  it.live("is cut off when it has read nothing for too long", () =>
    withServer(
      { batch: { idleMillis: 200, atOnce: 1 } },
      Effect.gen(function* () {
        const { form, key } = yield* Harness.tenant
        yield* silent(form.id, key)
        let status = 503
        while (status === 503) {
          yield* Effect.sleep("50 millis")
          status = (yield* Batches.send(form.id, key, ada)).status
        }
        assert.strictEqual(status, 200)
      })
    )
  )

  it.live("and one that goes away stops the work", () =>
    withServer(
      {},
      Effect.gen(function* () {
        const { form, key, operator } = yield* Harness.tenant
        const response = yield* silent(form.id, key)
        response.destroy()
        yield* Effect.sleep("200 millis")
        const after = yield* evaluated(operator)
        assert.isBelow(after, count)
        yield* Effect.sleep("200 millis")
        assert.strictEqual(yield* evaluated(operator), after)
      })
    )
  )
})

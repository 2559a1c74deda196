/** Submissions as a file: its content, which has no formula for a spreadsheet, and its end when the export fails. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Redacted, Schema } from "effect"
import { HttpServer } from "effect/http"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { SubmissionListStore } from "@formwork/domain/filing/SubmissionListStore"
import { Forms } from "@formwork/domain/forms/Forms"
import type { FormId } from "@formwork/domain/forms/Form"
import * as Services from "@formwork/domain/Services"
import * as Memory from "@formwork/memory/Memory"
import type { JsonObject } from "@formwork/rules/Json"
import * as Harness from "../support/Harness.ts"
import { cells } from "../support/csvCells.ts"
import * as Wire from "../support/wire.ts"

const definition: JsonObject = {
  title: "Claim",
  code: "CL",
  timeZone: "UTC",
  fields: [
    { slug: "name", type: "text" },
    { slug: "count", type: "integer" },
    { slug: "rate", type: "number" },
    { slug: "amount", type: "money", currency: "EUR" },
    { slug: "ok", type: "boolean" },
    { slug: "kinds", type: "choices", options: [{ value: "a" }, { value: "b" }] },
    {
      slug: "items",
      type: "list",
      maxItems: 5,
      fields: [
        { slug: "what", type: "text" },
        { slug: "long", type: "integer", formula: "length(what)" }
      ]
    },
    { slug: "twice", type: "money", currency: "EUR", formula: "amount * 2" },
    { slug: "home.city", type: "text" },
    { slug: "home.size", type: "integer", formula: "length(home.city)" }
  ]
}

const setting = Effect.gen(function* () {
  const tenant = yield* Harness.tenant
  const forms = yield* Forms
  const form = yield* forms.create(tenant.operator, definition)
  yield* forms.publish(tenant.operator, form.id)
  const { token } = yield* tenant.mint("submission:read")
  const port = yield* Harness.port
  const ask = (query: string) =>
    Effect.promise(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/platform/submissions/export?${query}`, {
        headers: { authorization: `Bearer ${Redacted.value(token.text)}` }
      })
      return { answer, text: await answer.text() }
    })
  const file = Effect.fnUntraced(function* (data: JsonObject, id: FormId = form.id) {
    const submissions = yield* Submissions
    const { submission } = yield* submissions.create(tenant.operator, id, {
      data,
      draft: false,
      idempotencyKey: undefined
    })
    yield* Effect.sleep("2 millis")
    return submission
  })
  return { ...tenant, claims: form.id, token: Redacted.value(token.text), ask, file }
})

layer(Harness.layer(), { excludeTestServices: true })("an export", (it) => {
  it.effect(
    "a CSV export has one column for each field in the form's order, numbers as numbers and lists as JSON",
    () =>
      Effect.gen(function* () {
        const { ask, claims, file } = yield* setting
        const items = [{ what: 'a, "b"' }, {}]
        const first = yield* file({
          name: "Ada",
          count: -3,
          rate: -0.5,
          amount: "-12.50",
          ok: false,
          kinds: ["b", "a"],
          items,
          home: { city: "Ulm" }
        })
        const second = yield* file({ name: "" })
        const { answer, text } = yield* ask(`format=csv&form=${claims}`)
        const [type, disposition] = ["type", "disposition"].map((name) => answer.headers.get(`content-${name}`))
        assert.deepStrictEqual([answer.status, type], [200, "text/csv; charset=utf-8; header=present"])
        assert.strictEqual(disposition, 'attachment; filename="submissions.csv"')
        const [header, ...rows] = cells(text)
        const own = "id referenceNumber workflowState createdAt formVersionId outcomes".split(" ")
        const slugs = ["name", "count", "rate", "amount", "ok", "kinds", "items", "twice", "home.city", "home.size"]
        assert.deepStrictEqual(header, [...own.map((name) => `submission.${name}`), ...slugs])
        const [newest, oldest, ...more] = rows
        assert.deepStrictEqual([newest?.[0], newest?.[1], oldest?.[0], ...more], [second.id, "CL-00000002", first.id])
        assert.deepStrictEqual(oldest?.slice(5), [
          "[]",
          "Ada",
          "-3",
          "-0.5",
          "-12.50",
          "false",
          '["b","a"]',
          '[{"what":"a, \\"b\\"","long":6},{"long":null}]',
          "-25.00",
          "Ulm",
          "3"
        ])
        assert.deepStrictEqual(newest?.slice(6), ["", "", "", "", "", "", "", "", "", ""])
        assert.match(text, /,"\[\]","",,,,,,,,,\r\n/u, "an empty text is there, a missing one is not")
      })
  )

  it.effect.prop(
    "a CSV export keeps every text, and holds no formula that a spreadsheet would run",
    [
      Schema.String.check(Schema.isPattern(/^[^\0\p{Cs}]{0,40}$/u)),
      Schema.Literals([
        "",
        "=",
        "+",
        "-",
        "@",
        "\t",
        "\r",
        "\n",
        "\uFF1D",
        '"',
        "'",
        ",",
        "=1+1",
        "-1",
        "@SUM(A1)",
        "x;=1",
        "a\t-1"
      ])
    ],
    ([random, start]) =>
      Effect.gen(function* () {
        const { ask, claims, file } = yield* setting
        const text = start + random
        yield* file({ name: text })
        const [, row] = cells((yield* ask(`format=csv&form=${claims}`)).text)
        const cell = row?.[6] ?? assert.fail()
        assert.notMatch(cell, /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/u)
        assert.notMatch(cell, /[;\t\r\n]"*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u)
        // An apostrophe is added where a spreadsheet that splits at semicolons or tabs would see the beginning of a formula.
        const plain = (value: string) => value.replaceAll(/(?<=[;\t\r\n])'(?="*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu, "")
        assert.include([plain(text), plain(`'${text}`)], plain(cell))
        if (/^[\p{L}]/u.test(text)) assert.strictEqual(plain(cell), plain(text))
      }),
    { arbitrary: { runs: 40 } }
  )

  it.effect("an NDJSON export has the submissions of every form, each as the list has it", () =>
    Effect.gen(function* () {
      const { ask, file, form, token } = yield* setting
      yield* file({ name: "=1\n2" })
      yield* file({ name: "Ada", age: 36 }, form.id)
      const { answer, text } = yield* ask("format=ndjson")
      assert.strictEqual(answer.headers.get("content-type"), "application/x-ndjson")
      const list = Wire.json(yield* Harness.platform("GET", "submissions", token))["items"]
      assert.deepStrictEqual(
        text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line)),
        list
      )
      assert.strictEqual((yield* ask("format=ndjson&state=draft")).text, "")
      const some = yield* ask(`format=ndjson&form=${form.id}&where=${encodeURIComponent("age == 36")}`)
      assert.strictEqual(some.text.trimEnd().split("\n").length, 1)
    })
  )

  it.effect("an export refuses an invalid query before it begins, and counts as one request", () =>
    Effect.gen(function* () {
      const { ask, claims, file, form } = yield* setting
      for (let count = 0; count < 3; count++) yield* file({ name: "x" })
      for (const query of [
        "",
        "format=xml",
        "format=csv",
        `format=csv&form=${claims}&limit=1`,
        "format=ndjson&cursor=x"
      ])
        assert.strictEqual((yield* ask(query)).answer.status, 422, query)
      assert.strictEqual((yield* ask(`format=csv&form=${claims}&where=oops`)).answer.status, 422)
      assert.strictEqual((yield* ask(`format=csv&form=${claims}&version=${form.id}`)).answer.status, 404)
      const left = async (query: string) => (await Effect.runPromise(ask(query))).answer.headers.get("ratelimit")
      const [one, other] = yield* Effect.promise(async () => [await left("format=ndjson"), await left("format=ndjson")])
      const budget = (header: string | null | undefined) => Number(/r=(\d+)/u.exec(header ?? "")?.[1])
      assert.strictEqual(budget(one) - budget(other), 1)
    })
  )
})

/** Pages of ten thousand lines without end, of which the fourth can be made to fail. */
const endless = (state: { pages: number; breaks: boolean }) =>
  Layer.effect(
    SubmissionListStore,
    Effect.map(SubmissionListStore, (store) => ({
      ...store,
      byTime: (...[caller, filter, , limits]: Parameters<(typeof store)["byTime"]>) =>
        Effect.gen(function* () {
          state.pages++
          if (state.breaks && state.pages === 4) return yield* Effect.die(new Error("the database is gone"))
          const { items } = yield* store.byTime(caller, filter, undefined, limits)
          return { items: items.flatMap((item) => Array.from({ length: 500 }, () => item)), isLast: false }
        })
    }))
  )

const state = { pages: 0, breaks: false }
const services = Services.layer.pipe(
  Layer.provideMerge(endless(state)),
  Layer.provideMerge(Memory.layer({ limit: 1_000, windowMillis: 60_000 }))
)

layer(Harness.over(services), { excludeTestServices: true })("an export that fails", (it) => {
  const begun = Effect.gen(function* () {
    const { claims, file, token } = yield* setting
    yield* file({ name: "x".repeat(4_000) })
    const { address } = yield* HttpServer.HttpServer
    const request = Wire.request({
      method: "GET",
      path: `/api/platform/submissions/export?format=csv&form=${claims}`,
      token,
      contentType: undefined
    })
    return { request, port: "port" in address ? address.port : 0 }
  })

  it.effect(
    "an export that fails in the middle ends its connection, so that the client sees that it is incomplete",
    () =>
      Effect.gen(function* () {
        const { request, port } = yield* begun
        Object.assign(state, { pages: 0, breaks: true })
        const text = yield* untilClosed(port, request)
        assert.match(text, /^HTTP\/1\.1 200 /u)
        assert.include(text.toLowerCase(), "transfer-encoding: chunked")
        assert.isFalse(text.endsWith("\r\n0\r\n\r\n"))
        assert.strictEqual(state.pages, 4)
      })
  )

  it.effect("an export that fails before it begins is answered like any other failed request", () =>
    Effect.gen(function* () {
      const { request, port } = yield* begun
      Object.assign(state, { pages: 3, breaks: true })
      assert.strictEqual((yield* Wire.send(port, request)).status, 500)
    })
  )

  it.effect("an export reads no faster than its client, and stops when the client disconnects", () =>
    Effect.gen(function* () {
      const { request, port } = yield* begun
      Object.assign(state, { pages: 0, breaks: false })
      yield* Effect.scoped(
        Effect.gen(function* () {
          const socket = yield* Wire.open(port)
          socket.pause()
          socket.write(request)
          yield* settled
        })
      )
      const read = yield* settled
      assert.isAbove(read, 0)
      assert.isBelow(read, 200)
      assert.strictEqual(yield* settled, read)
    })
  )
})

/** Every byte until the server ends the connection. The client keeps it open. */
const untilClosed = (port: number, request: Uint8Array) =>
  Effect.scoped(
    Effect.flatMap(Wire.open(port), (socket) =>
      Effect.callback<string>((resume) => {
        const chunks: Array<Buffer> = []
        socket
          .on("data", (chunk) => chunks.push(chunk))
          .on("close", () => resume(Effect.succeed(Buffer.concat(chunks).toString())))
          .on("end", () => socket.end())
          .write(request)
      })
    )
  )

/** How many pages were read until no other was read for a while. */
const settled: Effect.Effect<number> = Effect.gen(function* () {
  let before = -1
  while (before !== state.pages) {
    before = state.pages
    yield* Effect.sleep("300 millis")
  }
  return before
})

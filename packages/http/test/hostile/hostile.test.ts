/** Sends each row of the tables to both operations over a socket. The answer must be exact, and the server must go on serving. */
import { assert, layer } from "@effect/vitest"
import { Cause, Effect, Exit, Redacted } from "effect"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { addresses } from "./addresses.ts"
import { credentials } from "./credentials.ts"
import { declared } from "./declared.ts"
import { framing } from "./framing.ts"
import { heads } from "./heads.ts"
import { json } from "./json.ts"
import { bytesOf, type Row, type Target } from "./Row.ts"
import { values } from "./values.ts"

const tables = { heads, framing, credentials, addresses, declared, json }

const operations = [
  ["evaluate", Harness.evaluatePath, 200],
  ["create", Harness.submissionsPath, 201]
] as const

const targets = Effect.gen(function* () {
  const { form, key, mint, operator, unpublished } = yield* Harness.tenant
  const forms = yield* Forms
  const archived = yield* Harness.newForm(operator)
  yield* forms.publish(operator, archived.id)
  yield* forms.archive(operator, archived.id)
  const foreign = yield* Harness.tenant
  const reader = Redacted.value((yield* mint("submission:read")).token.text)
  return operations.map(([name, pathOf, ok]) => {
    const target: Target = {
      path: pathOf(form.id),
      pathOf,
      formId: form.id,
      foreignId: foreign.form.id,
      unpublishedId: unpublished.id,
      archivedId: archived.id,
      key,
      reader
    }
    return { name, ok, target }
  })
})

/** Sends a row's bytes, reads its answers, and checks whether the connection ends. */
const attack = Effect.fnUntraced(function* (row: Row, target: Target) {
  const socket = yield* Wire.open(yield* Harness.port)
  const change = typeof row.send === "function" ? row.send(target) : row.send
  const bytes = change instanceof Uint8Array ? change : bytesOf(target, change)
  if (row.ends === true) socket.end(bytes)
  else socket.write(bytes)
  const answers = yield* Wire.receive(socket, (row.first?.length ?? 0) + 1, row.bodiless)
  // A 401 ends its connection too (spec/http.md §2.15).
  if (row.closes === true || row.status === 401) {
    assert.deepStrictEqual(yield* Wire.receive(socket), [], "the connection ends")
    return answers
  }
  socket.write(bytesOf(target, {}))
  const [next] = yield* Wire.receive(socket)
  assert.include([200, 201], next?.status, "the connection goes on")
  return answers
}, Effect.scoped)

const check = (row: Row, ok: number, answers: ReadonlyArray<Wire.Answer>) => {
  const status = (expected: number | "ok") => (expected === "ok" ? ok : expected)
  assert.deepStrictEqual(
    answers.map((answer) => answer.status),
    [...(row.first ?? []), row.status].map(status),
    answers.at(-1)?.body
  )
  const { body = "", headers = {} } = answers.at(-1) ?? {}
  assert.strictEqual(headers["cache-control"], "no-store")
  for (const [name, value] of Object.entries(row.headers ?? {})) assert.strictEqual(headers[name] ?? null, value, name)
  if (row.code === undefined) return
  const problem = JSON.parse(body)
  assert.strictEqual(headers["content-type"], "application/problem+json")
  assert.deepStrictEqual(
    [problem.code, problem.status, problem.requestId, problem.type],
    [
      row.code,
      row.status,
      headers["x-request-id"],
      `urn:formwork:problem:${row.code.toLowerCase().replaceAll("_", "-")}`
    ]
  )
}

layer(Harness.layer(), { excludeTestServices: true })("hostile requests", (it) => {
  for (const [table, rows] of Object.entries(tables)) {
    it.effect(`${table}: ${rows.length} rows, each to both operations`, () =>
      Effect.gen(function* () {
        const wrong: Array<string> = []
        for (const { name, ok, target } of yield* targets) {
          for (const row of rows) {
            if ((row.only ?? name) !== name) continue
            const checked = attack(row, target).pipe(
              Effect.timeout("20 seconds"),
              Effect.flatMap((answers) => Effect.sync(() => check(row, ok, answers)))
            )
            const exit = yield* Effect.exit(checked)
            if (Exit.isFailure(exit)) wrong.push(`${name}, ${row.what} (${row.why}): ${Cause.pretty(exit.cause)}`)
          }
        }
        assert.deepStrictEqual(wrong, [])
      })
    )
  }

  it.effect(`values: ${values.length} rows, each problems of evaluate and a refusal of create`, () =>
    Effect.gen(function* () {
      const [evaluate, create] = yield* targets
      if (evaluate === undefined || create === undefined) return assert.fail("two operations")
      for (const [what, data, problems] of values) {
        const body = `{"data":{"name":"Ada",${data}}}`
        for (const [{ target }, status] of [
          [evaluate, 200],
          [create, 422]
        ] as const) {
          const answer = yield* Harness.call(target.path, target.key, body)
          assert.strictEqual(answer.status, status, what)
          const found: ReadonlyArray<Record<string, string>> = JSON.parse(answer.body).problems
          assert.deepStrictEqual(found.map(({ code, field }) => `${code} ${field}`).sort(), problems, what)
        }
      }
    })
  )
})

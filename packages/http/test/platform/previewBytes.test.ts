/**
 * Evaluate of the app API beside v1's evaluate, over the rules' random forms and payloads, through a socket: for the live version
 * and a complete evaluation both answer the same bytes (spec/http.md §5.15). 2,000 pairs here; `PREVIEW_PAIRS=100000` for more.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { FormId, FormVersionId } from "@formwork/domain/forms/Form"
import { FormStore } from "@formwork/domain/forms/FormStore"
import type { JsonObject } from "@formwork/rules/Json"
import { formAt, inputAt, PAYLOADS } from "../../../rules/test/fuzz/pairs.ts"
import * as Harness from "../support/Harness.ts"
import { listOf, objectsOf } from "../support/reading.ts"
import * as Wire from "../support/wire.ts"

const SEED = 20_261_123
const PAIRS = Number(process.env["PREVIEW_PAIRS"] ?? 2_000)

/** Sends calls on one connection, all at once, and gives their answers. */
const calls = Effect.fnUntraced(function* (token: string, ...bodies: ReadonlyArray<readonly [string, unknown]>) {
  const socket = yield* Wire.open(yield* Harness.port)
  const answers: Array<Wire.Answer> = []
  // No more than the server keeps of requests that came before their turn.
  for (let from = 0; from < bodies.length; from += 25) {
    const some = bodies.slice(from, from + 25)
    socket.write(Buffer.concat(some.map(([path, body]) => Wire.request({ path, token, body: JSON.stringify(body) }))))
    answers.push(...(yield* Wire.receive(socket, some.length)))
  }
  for (const { body, status } of answers) assert.strictEqual(status, 200, body)
  assert.lengthOf(answers, bodies.length)
  return answers
}, Effect.scoped)

/** A UUIDv7 by its shape alone. */
const newId = (): string => crypto.randomUUID().replace(/^(.{14})./u, "$17")

/** A random form, live. It is stored as it is: its effects name secrets that nothing has set, and evaluating uses none. */
const live = Effect.fnUntraced(function* (caller: Caller, index: number) {
  const store = yield* FormStore
  const code = `F${index}`
  const definition: JsonObject = { ...formAt(SEED, index).definition, code }
  const [id, versionId] = [FormId.make(newId()), FormVersionId.make(newId())]
  yield* store.create(caller, { id, code, title: "Random", draft: definition })
  yield* store.publish(caller, id, versionId, definition)
  return { v1: Harness.evaluatePath(id), path: `/api/platform/forms/${id}/evaluate`, versionId, definition }
})
type Live = Effect.Success<ReturnType<typeof live>>

/** What v1's evaluate would answer, cut out of an answer of the app API. */
const asV1 = ({ body }: Wire.Answer | undefined = assert.fail("an answer is left out")): string =>
  `${body.slice(0, body.lastIndexOf(',"missing":['))}}`

const codeOf = ({ code }: Readonly<Record<string, unknown>>): unknown => code

/** The same bytes by each other way to the same definition, with and without a trace, and the lenient answer. */
const otherWays = Effect.fnUntraced(function* (
  token: string,
  { definition, path, v1, versionId }: Live,
  data: JsonObject,
  complete: Wire.Answer
) {
  const { today } = Wire.json(complete)
  const ways = [{ version: 1 }, { version: versionId }, { version: "draft" }, { definition }]
  const answers = yield* calls(
    token,
    ...ways.map((way) => [path, { data, complete: true, today, ...way }] as const),
    [`${v1}?explain=true`, { data }],
    ...[{}, { definition }].map((way) => [path, { data, complete: true, today, explain: true, ...way }] as const),
    [path, { data }]
  )
  ways.forEach((way, at) => assert.strictEqual(asV1(answers[at]), asV1(complete), JSON.stringify(way)))
  const [explained, ofLive, ofUnsaved, filled] = answers.slice(ways.length)
  assert.strictEqual(asV1(ofLive), explained?.body)
  assert.strictEqual(asV1(ofUnsaved), explained?.body)
  const whole = JSON.parse(complete.body)
  const problems = objectsOf(whole.problems).filter((problem) => codeOf(problem) !== "required")
  assert.deepStrictEqual(JSON.parse(filled?.body ?? ""), { ...whole, problems, valid: problems.length === 0 })
})

layer(Harness.layer(), { excludeTestServices: true })("a preview and v1's evaluate", (it) => {
  it.effect(
    `answer the same bytes for ${PAIRS} random forms and payloads`,
    () =>
      Effect.gen(function* () {
        const { mint, operator } = yield* Harness.tenant
        const token = Redacted.value((yield* mint("form:read", "submission:write")).token.text)
        const seen = { valid: 0, lacking: 0, hidden: 0, outcomes: 0 }
        for (let pair = 0; pair < PAIRS; pair += PAYLOADS) {
          const form = yield* live(operator, pair / PAYLOADS)
          const payloads = Array.from({ length: PAYLOADS }, (_, at) => inputAt(SEED, pair + at, form.definition).data)
          const byV1 = yield* calls(token, ...payloads.map((data) => [form.v1, { data }] as const))
          const previews = yield* calls(
            token,
            ...payloads.map((data) => [form.path, { data, complete: true }] as const)
          )
          for (const [at, preview] of previews.entries()) {
            assert.strictEqual(asV1(preview), byV1[at]?.body, `pair ${pair + at}`)
            const { hiddenFields, outcomes, problems, valid } = Wire.json(preview)
            const missing = objectsOf(problems).filter((problem) => codeOf(problem) === "required")
            const tail = JSON.stringify({ missing, formVersionId: form.versionId, definitionRevision: null })
            assert.include(preview.body, tail.slice(1, -1), `pair ${pair + at}`)
            seen.valid += Number(valid)
            seen.lacking += Number(missing.length > 0)
            seen.hidden += Number(listOf(hiddenFields).length > 0)
            seen.outcomes += Number(listOf(outcomes).length > 0)
          }
          const [first] = previews
          if (first !== undefined) yield* otherWays(token, form, payloads[0] ?? {}, first)
        }
        for (const [what, count] of Object.entries(seen)) assert.isAbove(count, PAIRS / 100, what)
      }),
    { timeout: 60_000 + PAIRS * 50 }
  )
})

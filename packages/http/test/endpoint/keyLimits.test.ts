/**
 * Every operation of both documents × every kind of limit of a key (spec/http.md §3.19): a form outside is as good as one that
 * never was, an operation outside as a privilege that is missing, an address outside as a key that never was.
 * 3,000 random requests here; `KEY_LIMIT_REQUESTS=100000` for more.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as KeyLimits from "@formwork/domain/callers/KeyLimits"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import * as Fired from "../support/firingFixture.ts"
import * as Harness from "../support/Harness.ts"
import { bodyOf, missing, particulars, recordOf } from "../support/matrixRecords.ts"
import type { Tenant } from "../support/matrixRecords.ts"
import * as Operations from "../support/operations.ts"
import * as Ran from "../support/impactRuns.ts"
import * as Wire from "../support/wire.ts"

const requests = Number(process.env["KEY_LIMIT_REQUESTS"] ?? 3_000)

const mayReach = Privilege.literals.filter((privilege) => !KeyLimits.wholeOrganisation.includes(privilege))

const aboutForms = ["formId", "submissionId", "effectId"]

const namesForm = ({ parameters }: Operations.Operation) => parameters.some((name) => aboutForms.includes(name))

/** The form that the record of a path belongs to. */
const formOf = ({ parameters }: Operations.Operation, { form }: Tenant, id: string): string =>
  parameters[0] === "formId" ? (id.split(" ")[0] ?? id) : form.id

const ask = Effect.fnUntraced(function* (
  operation: Operations.Operation,
  tenant: Tenant,
  id: string,
  token: string,
  queried = tenant.form.id
) {
  const body = yield* bodyOf(operation, tenant, id)
  const { headers, method } = operation
  const path = operation.path(id) + operation.query(queried)
  const sent = body === undefined ? { contentType: undefined } : { contentType: operation.mediaType, body }
  const request = { method, path, token, headers, ...sent }
  const answer = yield* Harness.send(Wire.request(request))
  assert.property(operation.responses, String(answer.status), `${operation.id} does not declare ${answer.body}`)
  return answer
})

const make = (operation: Operations.Operation, tenant: Tenant) =>
  recordOf(operation)?.make(tenant, operation) ?? Effect.succeed("")

/** Operations by which a key with limits would make one without: refused, and tested in keys.test.ts. */
const delegating = ["keys.create", "keys.rotate"]

/** Asserts that an operation answers as it does where nothing is wrong. */
const succeeds = (operation: Operations.Operation, { body, status }: Wire.Answer): void => {
  if (delegating.includes(operation.id)) return assert.include(body, "KEY_LIMITED", operation.id)
  assert.isTrue(status < 300 || status === particulars[operation.id]?.byKey, `${operation.id} ${status} ${body}`)
}

layer(Harness.layer(), { excludeTestServices: true })("the limits of keys", (it) => {
  const each = (
    test: (operation: Operations.Operation, tenant: Tenant) => Effect.Effect<void, unknown, Operations.Needed>
  ) =>
    Effect.gen(function* () {
      const { key } = yield* Harness.tenant
      let tested = 0
      for (const operation of yield* Operations.every(key)) {
        if (operation.need === "nothing") continue
        yield* test(operation, yield* Harness.tenant)
        tested++
      }
      assert.isAbove(tested, 40)
    })

  it.effect("an operation outside of a key's answers like a missing privilege, and its own like without limits", () =>
    each((operation, tenant) =>
      Effect.gen(function* () {
        const id = yield* make(operation, tenant)
        const { text: own } = yield* tenant.mintWithin({ operations: [operation.id] }, Privilege.literals)
        const { text: other } = yield* tenant.mintWithin({ operations: ["nothing.else"] }, Privilege.literals)
        const answer = yield* ask(operation, tenant, id, other)
        if (operation.need === "any credential") succeeds(operation, answer)
        else {
          const { token } = yield* tenant.mint()
          const lacking = Wire.bytes(yield* ask(operation, tenant, id, Redacted.value(token.text)))
          assert.strictEqual(answer.status, 403, operation.id)
          assert.deepStrictEqual(Wire.bytes(answer), lacking, operation.id)
        }
        succeeds(operation, yield* ask(operation, tenant, id, own))
      })
    )
  )

  it.effect(
    "a request from an address outside of a key's answers like one with an unknown key, to every operation",
    () =>
      Effect.gen(function* () {
        const unknown = Wire.bytes(
          yield* Harness.send(Wire.request({ method: "GET", path: "/api/platform/me", token: "x" }))
        )
        yield* each((operation, tenant) =>
          Effect.gen(function* () {
            const id = yield* make(operation, tenant)
            const { text: near } = yield* tenant.mintWithin({ addresses: ["127.0.0.0/8"] }, Privilege.literals)
            const { text: far } = yield* tenant.mintWithin({ addresses: ["203.0.113.0/24"] }, Privilege.literals)
            assert.deepStrictEqual(Wire.bytes(yield* ask(operation, tenant, id, far)), unknown, operation.id)
            succeeds(operation, yield* ask(operation, tenant, id, near))
          })
        )
      })
  )

  it.effect("a form outside of a key's is missing, byte for byte, and so is every record that belongs to it", () =>
    each((operation, tenant) =>
      Effect.gen(function* () {
        const isQueried = operation.query(missing) !== ""
        if (!namesForm(operation) && !isQueried) return
        // No key with forms has the privilege.
        if (KeyLimits.wholeOrganisation.some((privilege) => privilege === operation.need)) return
        const id = yield* make(operation, tenant)
        const absent = operation.parameters.map(() => missing).join(" ")
        const form = formOf(operation, tenant, id)
        const { text: inside } = yield* tenant.mintWithin({ forms: [...new Set([form, tenant.form.id])] }, mayReach)
        const { text: outside } = yield* tenant.mintWithin({ forms: [tenant.unpublished.id] }, mayReach)
        const answer = Wire.bytes(yield* ask(operation, tenant, id, outside))
        if (namesForm(operation)) assert.strictEqual(answer.status, 404, operation.id)
        assert.deepStrictEqual(
          answer,
          Wire.bytes(yield* ask(operation, tenant, absent, outside, missing)),
          operation.id
        )
        succeeds(operation, yield* ask(operation, tenant, id, inside))
      })
    )
  )

  it.effect(
    "none of many random requests shows or changes anything of a form outside",
    () =>
      Effect.gen(function* () {
        const tenant = yield* Harness.tenant
        const { form, mintWithin, operator, version } = tenant
        const forms = yield* FormStore
        const submissions = yield* SubmissionStore
        const own = yield* Harness.newForm(operator)
        const fired = yield* Fired.dead(tenant)
        const run = yield* Ran.toItsEnd(operator, form.id)
        const { referenceNumber } = yield* submissions.get(operator, fired.submissionId)
        const state = Effect.all([forms.get(operator, form.id), submissions.history(operator, fired.submissionId)])
        const before = yield* state
        const { text: token } = yield* mintWithin({ forms: [own.id] }, mayReach)
        const operations = (yield* Operations.every(token)).filter(({ need }) => need !== "nothing")
        const outside = [form.id, version.id, fired.submissionId, fired.id, run.id]
        const needles = [...outside, referenceNumber]
        const pool = [...outside, ...outside, own.id, missing]
        const pick = <A>(items: ReadonlyArray<A>): A => {
          const item = items[Math.floor(Math.random() * items.length)]
          return item === undefined ? assert.fail("an empty pool") : item
        }
        let reached = 0
        for (let sent = 0; sent < requests; sent++) {
          const operation = pick(operations)
          const id = operation.parameters.map(() => pick(pool)).join(" ")
          const filters = operation.queries.filter(() => Math.random() < 0.3).map((name) => `${name}=${pick(pool)}`)
          const path = `${operation.path(id)}${filters.length === 0 ? "" : `?${filters.join("&")}`}`
          const content = pick([
            {},
            { definition: form.draft },
            { data: { name: "Ada" } },
            { ids: outside },
            { forms: outside }
          ])
          const answer = yield* Harness.send(
            Wire.request({
              method: operation.method,
              path,
              token,
              headers: operation.headers,
              ...(operation.takesBody ? { body: JSON.stringify(content) } : { contentType: undefined })
            })
          )
          if (answer.status === 200) reached++
          const shown = needles.filter((needle) => answer.body.includes(needle))
          if (outside.some((one) => id.includes(one)))
            assert.isAtLeast(answer.status, 400, `${operation.method} ${path}`)
          assert.deepStrictEqual(shown, [], `${operation.method} ${path} ${JSON.stringify(content)}: ${answer.body}`)
        }
        assert.isAbove(reached, requests / 50)
        assert.deepStrictEqual(yield* state, before)
      }),
    20_000 + requests * 20
  )
})

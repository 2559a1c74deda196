/**
 * Every operation of both documents × every kind of limit of a key (spec/http.md §3.19): a form outside is as good as one that
 * never was, an operation outside as a privilege that is missing, an address outside as a key that never was.
 * 3,000 random requests here; `KEY_LIMIT_REQUESTS=100000` for more, and `KEY_LIMIT_SEED` for the same ones again.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as Fixture from "@formwork/contract/Fixture"
import * as KeyLimits from "@formwork/domain/callers/KeyLimits"
import { Privilege } from "@formwork/domain/callers/Privilege"
import type { FolderId } from "@formwork/domain/folders/Folder"
import { FormId } from "@formwork/domain/forms/Form"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { Folders } from "@formwork/domain/folders/Folders"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import * as Fired from "../support/firingFixture.ts"
import * as Harness from "../support/Harness.ts"
import { bodyOf, missing, particulars, recordOf } from "../support/matrixRecords.ts"
import type { Tenant } from "../support/matrixRecords.ts"
import * as Operations from "../support/operations.ts"
import * as Ran from "../support/impactRuns.ts"
import { type Random, random } from "../support/random.ts"
import * as Wire from "../support/wire.ts"

const requests = Number(process.env["KEY_LIMIT_REQUESTS"] ?? 3_000)
const seed = Number(process.env["KEY_LIMIT_SEED"] ?? Date.now() % 1_000_000)

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

const moved = (tenant: Tenant, formId: string, folderId: FolderId) =>
  Effect.orDie(FormStore.use((forms) => forms.update(tenant.operator, FormId.make(formId), { folderId })))

type Reaching = (
  tenant: Tenant,
  forms: ReadonlyArray<string>
) => Effect.Effect<Partial<KeyLimits.KeyLimits>, never, Operations.Needed>

/** The two limits that leave forms out: how a key is made that reaches these forms alone. */
const reaches: Record<"forms" | "folders", Reaching> = {
  forms: (_, forms) => Effect.succeed({ forms }),
  folders: (tenant, forms) =>
    Effect.gen(function* () {
      const above = yield* Harness.newFolder(tenant.operator)
      const folder = yield* Effect.orDie(
        Folders.use((folders) => folders.create(tenant.operator, { name: Harness.unused(), parentId: above.id }))
      )
      yield* Effect.forEach(forms, (formId) => moved(tenant, formId, folder.id), { discard: true })
      return { folders: [above.id] }
    })
}

const make = (operation: Operations.Operation, tenant: Tenant) =>
  recordOf(operation)?.make(tenant, operation) ?? Effect.succeed("")

/** Operations by which a key with limits would make one without: refused, and tested in keys.test.ts. */
const delegating = ["keys.create", "keys.rotate"]

/** Asserts that an operation answers as it does where nothing is wrong. */
const succeeds = (operation: Operations.Operation, { body, status }: Wire.Answer): void => {
  if (delegating.includes(operation.id)) return assert.include(body, "KEY_LIMITED", operation.id)
  const { byKey, toOthers } = particulars[operation.id] ?? {}
  assert.isTrue(status < 300 || status === byKey || status === toOthers, `${operation.id} ${status} ${body}`)
}

/** Asserts that an operation answers a key that does not reach the form as if the form, or its record, never was. */
const hides = Effect.fnUntraced(function* (
  limit: keyof typeof reaches,
  operation: Operations.Operation,
  tenant: Tenant
) {
  const isQueried = operation.query(missing) !== ""
  if (!namesForm(operation) && !isQueried) return
  // No key with forms or folders has the privilege.
  if (KeyLimits.wholeOrganisation.some((privilege) => privilege === operation.need)) return
  const id = yield* make(operation, tenant)
  const absent = operation.parameters.map(() => missing).join(" ")
  const within = (...forms: ReadonlyArray<string>) =>
    Effect.flatMap(reaches[limit](tenant, forms), (limits) => tenant.mintWithin(limits, mayReach))
  const { text: outside } = yield* within(tenant.unpublished.id)
  const { text: inside } = yield* within(...new Set([formOf(operation, tenant, id), tenant.form.id]))
  const answer = Wire.bytes(yield* ask(operation, tenant, id, outside))
  if (namesForm(operation)) assert.strictEqual(answer.status, 404, operation.id)
  assert.deepStrictEqual(answer, Wire.bytes(yield* ask(operation, tenant, absent, outside, missing)), operation.id)
  succeeds(operation, yield* ask(operation, tenant, id, inside))
})

/** A random request of an operation to random records. */
const randomly = (
  { chance, of }: Random,
  operation: Operations.Operation,
  pool: ReadonlyArray<string>,
  bodies: ReadonlyArray<unknown>,
  token: string
) => {
  const id = operation.parameters.map(() => of(pool)).join(" ")
  const filters = operation.queries.filter(() => chance(0.3)).map((name) => `${name}=${of(pool)}`)
  const path = `${operation.path(id)}${filters.length === 0 ? "" : `?${filters.join("&")}`}`
  const content = JSON.stringify(of(bodies))
  const { headers, method, takesBody } = operation
  const sent = takesBody ? { body: content } : { contentType: undefined }
  return { id, what: `${method} ${path} ${content}`, bytes: Wire.request({ method, path, token, headers, ...sent }) }
}

/** Sends random requests with a key that does not reach a form, and searches every answer for what belongs to the form. */
const showsNothing = Effect.fnUntraced(function* (limit: keyof typeof reaches) {
  const tenant = yield* Harness.tenant
  const { form, mintWithin, operator, version } = tenant
  const forms = yield* FormStore
  const submissions = yield* SubmissionStore
  const own = yield* Harness.newForm(operator)
  const fired = yield* Fired.dead(tenant)
  const run = yield* Ran.toItsEnd(operator, form.id)
  const hidden = yield* Harness.newFolder(operator)
  yield* moved(tenant, form.id, hidden.id)
  const { referenceNumber } = yield* submissions.get(operator, fired.submissionId)
  const state = Effect.all([forms.get(operator, form.id), submissions.history(operator, fired.submissionId)])
  const { text: token } = yield* mintWithin(yield* reaches[limit](tenant, [own.id]), mayReach)
  const before = yield* state
  const operations = (yield* Operations.every(token)).filter(({ need }) => need !== "nothing")
  const outside = [form.id, version.id, fired.submissionId, fired.id, run.id, hidden.id]
  const needles = [...outside, referenceNumber]
  const pool = [...outside, ...outside, own.id, missing]
  const bodies = [
    {},
    { definition: form.draft },
    { data: { name: "Ada" } },
    { ids: outside },
    { forms: outside },
    { folderId: hidden.id }
  ]
  const chosen = random(seed)
  let reached = 0
  for (let sent = 0; sent < requests; sent++) {
    const { bytes, id, what } = randomly(chosen, chosen.of(operations), pool, bodies, token)
    const { body, status } = yield* Harness.send(bytes)
    if (status === 200) reached++
    if (outside.some((one) => id.includes(one))) assert.isAtLeast(status, 400, what)
    assert.deepStrictEqual(
      needles.filter((needle) => body.includes(needle)),
      [],
      `${what}: ${body}`
    )
  }
  assert.isAbove(reached, requests / 50)
  assert.deepStrictEqual(yield* state, before)
})

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

  it.effect("a key with a budget has it for every operation, and then each is refused before anything is done", () =>
    each((operation, tenant) =>
      Effect.gen(function* () {
        const id = yield* make(operation, tenant)
        const { key, text } = yield* tenant.mintWithin({ requestsPerMinute: 1 }, Privilege.literals)
        const first = yield* ask(operation, tenant, id, text)
        succeeds(operation, first)
        assert.include(first.headers["ratelimit"], "r=0", operation.id)
        const done = Effect.map(Fixture.log(tenant.operator), (lines) =>
          lines.filter((line) => line.action !== "privilege.refused" && JSON.stringify(line).includes(key.id))
        )
        const before = yield* done
        const second = yield* ask(operation, tenant, id, text)
        assert.strictEqual(second.status, 429, `${operation.id} ${second.body}`)
        assert.include(second.body, "RATE_LIMITED", operation.id)
        assert.isAtLeast(Number(second.headers["retry-after"]), 1, operation.id)
        assert.deepStrictEqual(yield* done, before, operation.id)
      })
    )
  )

  for (const limit of ["forms", "folders"] as const) {
    it.effect(
      `a form outside of a key's ${limit} is missing, byte for byte, and so is every record that belongs to it`,
      () => each((operation, tenant) => hides(limit, operation, tenant))
    )

    it.effect(
      `none of many random requests (seed ${seed}) shows or changes anything of a form outside of a key's ${limit}`,
      () => showsNothing(limit),
      20_000 + requests * 20
    )
  }
})

/** Effects, documents and secrets over the app API: lists, retries, and values that are never shown. */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Redacted } from "effect"
import { referenceMarker } from "@formwork/rules/Content"
import { SecretVault } from "@formwork/domain/secrets/SecretVault"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import * as Fixture from "@formwork/contract/Fixture"
import * as Fired from "../support/firingFixture.ts"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { itemsOf, listOf, objectOf } from "../support/reading.ts"

const keyed = Effect.gen(function* () {
  const tenant = yield* Harness.tenant
  const { token } = yield* tenant.mint("effect:read", "effect:write", "submission:read", "organisation:write")
  const key = Redacted.value(token.text)
  const call = (method: string, path: string, body?: unknown) => Harness.platform(method, path, key, body)
  return { tenant, call }
})

const items = (answer: Wire.Answer) => {
  assert.strictEqual(answer.status, 200, answer.body)
  return itemsOf(answer).map(({ id }) => id)
}

layer(Harness.layer(), { excludeTestServices: true })("effects", (it) => {
  it.effect("the list of effects is filtered and paged by its query, and an invalid query answers 422", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* keyed
      const effects = [yield* Fired.dead(tenant), yield* Fired.dead(tenant), yield* Fired.dead(tenant)]
      const ids = effects.map(({ id }) => id).reverse()
      const [newest] = [...effects].reverse()
      assert.deepStrictEqual(items(yield* call("GET", "effects")), ids)
      assert.deepStrictEqual(items(yield* call("GET", "effects?state=dead")), ids)
      assert.deepStrictEqual(items(yield* call("GET", "effects?state=pending")), [])
      assert.deepStrictEqual(items(yield* call("GET", `effects?form=${tenant.form.id}`)), ids)
      assert.deepStrictEqual(items(yield* call("GET", `effects?form=${tenant.unpublished.id}`)), [])
      assert.deepStrictEqual(items(yield* call("GET", `effects?submission=${newest?.submissionId}`)), [newest?.id])
      const first = yield* call("GET", "effects?limit=2")
      assert.deepStrictEqual(items(first), ids.slice(0, 2))
      const last = yield* call("GET", `effects?limit=2&cursor=${Wire.json(first)["next"]}`)
      assert.deepStrictEqual(items(last), ids.slice(2))
      assert.strictEqual(Wire.json(last)["next"], null)
      for (const query of [
        "state=gone",
        "state=dead&state=dead",
        "state=dead&other=1",
        "limit=0",
        "limit=101",
        "limit=x",
        "cursor=x",
        "form=1",
        "kind=mail",
        "destination=",
        "from=yesterday",
        "to=2026-02-30T00:00:00Z"
      ])
        assert.strictEqual((yield* call("GET", `effects?${query}`)).status, 422, query)
    })
  )

  it.effect("effects are listed and tried again by kind, destination and time", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* keyed
      const { id } = yield* Fired.dead(tenant)
      const { createdAt, destination, kind } = Wire.json(yield* call("GET", `effects/${id}`))
      const moment = String(createdAt)
      const later = DateTime.formatIso(DateTime.add(DateTime.makeUnsafe(moment), { seconds: 1 }))
      const listed = (query: string) => Effect.map(call("GET", `effects?${query}`), items)
      assert.deepStrictEqual(
        yield* listed(`kind=${String(kind)}&destination=${String(destination)}&from=${moment}&to=${later}`),
        [id]
      )
      for (const query of ["kind=delivery", "destination=far.example", `from=${later}`, `to=${moment}`])
        assert.deepStrictEqual(yield* listed(query), [], query)
      const retried = (filter: object) =>
        Effect.map(call("POST", "effects/retry", { filter }), (answer) => Wire.json(answer))
      for (const filter of [{ kind: "delivery" }, { destination: "far.example" }, { from: later }, { to: moment }])
        assert.deepStrictEqual(yield* retried(filter), { retried: 0 })
      assert.deepStrictEqual(yield* retried({ kind, destination, from: moment, to: later }), { retried: 1 })
      for (const filter of [{ kind: "mail" }, { destination: "" }, { from: "yesterday" }, { since: moment }])
        assert.strictEqual((yield* call("POST", "effects/retry", { filter })).status, 422, JSON.stringify(filter))
    })
  )

  it.effect("a summary has the number of effects in each state, of all forms or of one", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* keyed
      yield* Fired.dead(tenant)
      yield* Fired.dead(tenant)
      const states = (dead: number) =>
        ["pending", "delivered", "dead", "stopped"].map((state) => ({
          state,
          count: state === "dead" ? dead : 0,
          hasMore: false
        }))
      const summary = (query: string) => call("GET", `effects/summary${query}`)
      assert.deepStrictEqual(Wire.json(yield* summary("")), { states: states(2) })
      assert.deepStrictEqual(Wire.json(yield* summary(`?form=${tenant.form.id}`)), { states: states(2) })
      assert.deepStrictEqual(Wire.json(yield* summary(`?form=${tenant.unpublished.id}`)), { states: states(0) })
      assert.strictEqual((yield* summary("?form=01890000-0000-7000-8000-000000000000")).status, 404)
      assert.strictEqual((yield* summary("?form=x")).status, 422)
      const { token } = yield* tenant.mint("form:read")
      const other = yield* Harness.platform("GET", "effects/summary", Redacted.value(token.text))
      assert.strictEqual(other.status, 403)
    })
  )

  it.effect("what an effect sends is shown to a caller who may also read submissions", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* keyed
      const { id } = yield* Fired.dead(tenant)
      assert.deepStrictEqual(Wire.json(yield* call("GET", `effects/${id}/content`)), { content: FiringFixture.note })
      assert.strictEqual((yield* call("GET", `effects/${tenant.form.id}/content`)).status, 404)
      for (const [held, lacking] of [
        ["effect:read", "submission:read"],
        ["submission:read", "effect:read"]
      ] as const) {
        const { token } = yield* tenant.mint(held)
        const refused = yield* Harness.platform("GET", `effects/${id}/content`, Redacted.value(token.text))
        assert.strictEqual(refused.status, 403)
        assert.include(refused.body, lacking)
      }
    })
  )

  it.effect("an effect shows every attempt with status and excerpt, and can be tried again until it is delivered", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* keyed
      const { id } = yield* Fired.dead(tenant)
      const { attempts, state } = Wire.json(yield* call("GET", `effects/${id}`))
      const [only, ...more] = listOf(attempts)
      const { durationMillis, startedAt, ...attempt } = objectOf(only)
      assert.deepStrictEqual(more, [])
      assert.isNumber(durationMillis)
      assert.isString(startedAt)
      const told = { number: 1, result: "dead", status: 550, excerpt: "no such mailbox", reason: "No." }
      assert.deepStrictEqual([state, attempt], ["dead", told])
      assert.strictEqual(Wire.json(yield* call("POST", `effects/${id}/retry`))["state"], "pending")
      yield* FiringFixture.settle(yield* FiringFixture.claimOne(tenant.operator), "delivered")
      const again = yield* call("POST", `effects/${id}/retry`)
      assert.deepStrictEqual([again.status, Wire.json(again)["code"]], [409, "CONFLICT"])
    })
  )

  it.effect("effects are tried again by their ids or by a filter, and by exactly one of the two", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* keyed
      const one = yield* Fired.dead(tenant)
      yield* Fired.dead(tenant)
      const retried = (body: unknown) => Effect.map(call("POST", "effects/retry", body), (answer) => Wire.json(answer))
      assert.deepStrictEqual(yield* retried({ ids: [one.id] }), { retried: 1 })
      assert.deepStrictEqual(yield* retried({ ids: [one.id] }), { retried: 0 })
      assert.deepStrictEqual(yield* retried({ filter: { form: tenant.form.id, state: "dead" } }), { retried: 1 })
      for (const body of [{}, { ids: [], filter: {} }, { ids: ["x"] }, { filter: { state: "pending" } }])
        assert.strictEqual((yield* call("POST", "effects/retry", body)).status, 422, JSON.stringify(body))
    })
  )

  it.effect("a document is answered as bytes with its file name, as an attachment", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* keyed
      const { id, submissionId } = yield* Fired.dead(tenant)
      assert.deepStrictEqual(items(yield* call("GET", `submissions/${submissionId}/documents`)), [id])
      const answer = yield* call("GET", `submissions/${submissionId}/documents/${id}`)
      assert.deepStrictEqual([answer.status, answer.body], [200, "%P"])
      assert.strictEqual(answer.headers["content-type"], "application/pdf")
      assert.strictEqual(
        answer.headers["content-disposition"],
        "attachment; filename*=UTF-8''Policy%20%E2%80%93%20%C3%84del.pdf"
      )
    })
  )

  it.effect("what an effect sends has the reference number of its submission, as its receiver gets it", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* keyed
      const { version } = yield* Fixture.liveForm(tenant.operator, "REF")
      const { ids, submission } = yield* FiringFixture.file(tenant.operator, version, [
        (id) => ({ ...FiringFixture.note, subject: `Your ${referenceMarker(id)}`, kind: "notification" })
      ])
      const sent = { ...FiringFixture.note, subject: `Your ${submission.referenceNumber}` }
      assert.deepStrictEqual(Wire.json(yield* call("GET", `effects/${ids[0] ?? ""}/content`)), { content: sent })
    })
  )

  it.effect("a secret is set, replaced, listed by name and removed, and no answer has its value", () =>
    Effect.gen(function* () {
      const { call, tenant } = yield* keyed
      const set = (value: string, more: object = {}) => call("PUT", "secrets", { name: "signing", value, ...more })
      const [one, two] = [`whsec_${"1".repeat(44)}`, `whsec_${"2".repeat(44)}`]
      const answers = [yield* set(one), yield* set(two), yield* call("GET", "secrets")]
      for (const { body, status } of answers) {
        assert.strictEqual(status, 200, body)
        assert.notInclude(body, "whsec_")
      }
      const { version } = yield* Fixture.liveForm(tenant.operator, "SEC")
      yield* FiringFixture.file(tenant.operator, version, [FiringFixture.delivery("https://far.example/hook")])
      const { organisationId, secrets } = yield* FiringFixture.claimOne(tenant.operator)
      const vault = yield* SecretVault.pipe(Effect.provide(SecretVault.layer))
      const used = yield* vault.forOneClaim()(organisationId, secrets)("signing")
      assert.deepStrictEqual(used.values.map(Redacted.value) as ReadonlyArray<string>, [two, one])
      const wrongs = [
        { name: "A" },
        { value: "" },
        { value: "a\nb" },
        { value: "whsec_abc" },
        { value: `whsec_${"3".repeat(45)}` },
        { overlapSeconds: -1 },
        { hosts: ["crm.example"] },
        { hosts: "crm.example" },
        ...[
          "*.example",
          "Crm.example",
          "https://crm.example",
          "crm.example/",
          "crm.example:443",
          "crm.example:0",
          ""
        ].map((host) => ({ value: "token", hosts: [host] })),
        { value: "token", hosts: ["crm.example", "crm.example"] }
      ]
      for (const wrong of wrongs) {
        const answer = yield* set(`whsec_${"3".repeat(44)}`, wrong)
        assert.strictEqual(answer.status, 422, JSON.stringify(wrong))
        assert.notMatch(answer.body, /whsec_[0-9a-z]/u)
      }
      const named = yield* call("PATCH", "secrets/signing", { hosts: ["crm.example", "localhost:8443"] })
      assert.strictEqual(named.status, 200, named.body)
      assert.deepInclude(JSON.parse(named.body), { name: "signing", hosts: ["crm.example", "localhost:8443"] })
      assert.strictEqual((yield* call("PATCH", "secrets/signing", { hosts: ["crm.example/x"] })).status, 422)
      assert.strictEqual((yield* call("PATCH", "secrets/none", { hosts: [] })).status, 404)
      assert.strictEqual((yield* call("DELETE", "secrets/signing")).status, 204)
      assert.strictEqual((yield* call("DELETE", "secrets/signing")).status, 404)
    })
  )
})

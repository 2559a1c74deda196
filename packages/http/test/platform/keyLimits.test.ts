/** The limits and the descent of keys over a socket, as a caller meets them (spec/http.md §3.19, spec/http.md §3.20 and spec/http.md §3.21). */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { AuditStore } from "@formwork/domain/audit/AuditStore"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Harness from "../support/Harness.ts"
import { listOf, objectOf, problemsOf, textOf } from "../support/reading.ts"
import * as Wire from "../support/wire.ts"

const soon = "2099-01-01T00:00:00.000Z"
const later = "2099-01-02T00:00:00.000Z"

const owner = Effect.gen(function* () {
  const tenant = yield* Harness.tenant
  const { email } = yield* Harness.person(tenant.operator, "owner")
  return { ...tenant, session: yield* Harness.signIn(tenant.operator, email) }
})

const make = (token: string, more: object) =>
  Harness.platform("POST", "api-keys", token, { name: "x", privileges: ["apikey:write", "submission:write"], ...more })

/** A key that was made, with its token. */
const made = Effect.fnUntraced(function* (token: string, more: object) {
  const answer = yield* make(token, more)
  assert.strictEqual(answer.status, 201, answer.body)
  const { token: text, ...key } = Wire.json(answer)
  return { key, text: textOf(text) }
})

const limited = (answer: Wire.Answer) => {
  assert.strictEqual(answer.status, 403, answer.body)
  const { code, limit } = Wire.json(answer)
  return [code, limit]
}

layer(Harness.layer(), { excludeTestServices: true })("a key with limits", (it) => {
  it.effect("a key that ends makes no key that ends later, and a rotation keeps the end", () =>
    Effect.gen(function* () {
      const { session } = yield* owner
      const { key, text } = yield* made(session, { expiresAt: soon })
      for (const more of [{}, { expiresAt: later }])
        assert.deepStrictEqual(limited(yield* make(text, more)), ["KEY_LIMITED", "expiresAt"])
      const { key: child } = yield* made(text, { expiresAt: soon })
      assert.strictEqual(child["createdByKey"], key["id"])

      const rotate = (token: string, body: object) =>
        Harness.platform("POST", `api-keys/${child["id"]}/rotate`, token, body)
      for (const expiresAt of [null, later])
        assert.deepStrictEqual(limited(yield* rotate(text, { expiresAt })), ["KEY_LIMITED", "expiresAt"])
      const rotated = Wire.json(yield* rotate(session, { overlapSeconds: 0 }))
      assert.deepInclude(objectOf(rotated["key"]), { expiresAt: soon, createdByKey: key["id"] })
      const path = `api-keys/${objectOf(rotated["key"])["id"]}/rotate`
      const endless = Wire.json(yield* Harness.platform("POST", path, session, { expiresAt: null }))
      assert.isNull(objectOf(endless["key"])["expiresAt"])
    })
  )

  it.effect("a repeat under an Idempotency-Key gets the first answer from the key's replacement too", () =>
    Effect.gen(function* () {
      const { form, session } = yield* owner
      const { key, text } = yield* made(session, {})
      const file = (token: string) =>
        Harness.send(
          Wire.request({
            path: Harness.submissionsPath(form.id),
            token,
            headers: ["Idempotency-Key: k"],
            body: JSON.stringify({ data: { name: "Ada" } })
          })
        )
      const first = yield* file(text)
      const rotated = Wire.json(yield* Harness.platform("POST", `api-keys/${key["id"]}/rotate`, session, {}))
      const again = yield* file(textOf(rotated["token"]))
      assert.deepStrictEqual([first.status, again.status], [201, 201])
      assert.strictEqual(again.headers["idempotent-replayed"], "true")
      assert.strictEqual(again.body, first.body)
    })
  )

  it.effect("a key makes keys within each of its own limits alone", () =>
    Effect.gen(function* () {
      const { form, operator, session, unpublished } = yield* owner
      const folder = yield* Harness.newFolder(operator)
      const filed = yield* Harness.newForm(operator)
      yield* Forms.use((forms) => forms.change(operator, filed.id, { folderId: folder.id }))
      const cases: ReadonlyArray<readonly [own: object, within: object | undefined, beyond: ReadonlyArray<object>]> = [
        [
          { forms: [form.id] },
          { forms: [form.id] },
          [{}, { forms: [form.id, unpublished.id] }, { folders: [form.id] }]
        ],
        [{ requestsPerMinute: 60 }, undefined, [{}, { requestsPerMinute: 1 }, { requestsPerMinute: 60 }]],
        [{ folders: [folder.id] }, { folders: [folder.id] }, [{}, { forms: [filed.id] }, { forms: [form.id] }]],
        [{ folders: [folder.id], forms: [filed.id] }, { forms: [filed.id] }, [{ forms: [filed.id, form.id] }]],
        [
          { addresses: ["127.0.0.0/8", "10.0.0.0/8"] },
          { addresses: ["127.0.0.1/32"] },
          [{}, { addresses: ["126.0.0.0/7"] }, { addresses: ["10.1.0.0/16", "192.168.0.0/16"] }]
        ],
        [
          { operations: ["keys.create", "evaluate"] },
          { operations: ["evaluate"] },
          [{}, { operations: ["evaluate", "createSubmission"] }]
        ]
      ]
      for (const [own, within, beyond] of cases) {
        const { key, text } = yield* made(session, own)
        assert.deepInclude(key, own)
        if (within !== undefined) assert.strictEqual((yield* make(text, within)).status, 201, JSON.stringify(within))
        for (const more of beyond)
          assert.strictEqual((yield* make(text, more)).status, 403, `${JSON.stringify(own)} ${JSON.stringify(more)}`)
      }
    })
  )

  it.effect("a budget above the deployment's takes a privilege, and is the key's own", () =>
    Effect.gen(function* () {
      const { form, mintWithin, session } = yield* owner
      const { text: admin } = yield* mintWithin({}, ["apikey:write", "submission:write"])
      const refused = yield* make(admin, { requestsPerMinute: 121 })
      assert.deepStrictEqual([refused.status, Wire.json(refused)["privilege"]], [403, "apikey:budget"])
      assert.strictEqual((yield* make(admin, { requestsPerMinute: 120 })).status, 201)
      const { text } = yield* made(session, { requestsPerMinute: 100_000 })
      const answer = yield* Harness.call(Harness.evaluatePath(form.id), text)
      assert.strictEqual(answer.headers["ratelimit-policy"], '"default";q=100000;w=60')
      const { text: slow } = yield* made(session, { requestsPerMinute: 1 })
      assert.strictEqual((yield* Harness.call(Harness.evaluatePath(form.id), slow)).status, 200)
      assert.strictEqual((yield* Harness.call(Harness.evaluatePath(form.id), slow)).status, 429)
    })
  )

  it.effect("the audit log has the address from which a key was refused", () =>
    Effect.gen(function* () {
      const { form, operator, session } = yield* owner
      const { key, text } = yield* made(session, { addresses: ["203.0.113.0/24"] })
      assert.strictEqual((yield* Harness.call(Harness.evaluatePath(form.id), text)).status, 401)
      const audit = yield* AuditStore
      const { items } = yield* audit
        .list(operator, { action: "credential.refused" }, { limit: 5, examine: 1_000 })
        .pipe(Effect.repeat({ until: ({ items }) => items.length > 0 }))
      assert.deepInclude(items[0], { subject: String(key["id"]), detail: "wrong_address", address: "127.0.0.1" })
    })
  )

  it.effect("a key limited to operations gets 403 from the others, with the privilege that they need", () =>
    Effect.gen(function* () {
      const { form, session } = yield* owner
      const { text } = yield* made(session, { operations: ["evaluate"] })
      assert.strictEqual((yield* Harness.call(Harness.evaluatePath(form.id), text)).status, 200)
      const refused = yield* Harness.call(Harness.submissionsPath(form.id), text)
      assert.deepStrictEqual([refused.status, Wire.json(refused)["privilege"]], [403, "submission:write"])
      assert.strictEqual((yield* Harness.platform("GET", "me", text)).status, 200)
    })
  )

  it.effect("a form is made or moved only into folders that the key reaches", () =>
    Effect.gen(function* () {
      const { operator, session } = yield* owner
      const folder = yield* Harness.newFolder(operator)
      const other = yield* Harness.newFolder(operator)
      const { text } = yield* made(session, { privileges: ["form:read", "form:write"], folders: [folder.id] })
      const create = (folderId: string | null) =>
        Harness.platform("POST", "forms", text, { definition: { code: Harness.unused() }, folderId })
      assert.deepStrictEqual(limited(yield* create(null)), ["KEY_LIMITED", "folders"])
      const refused = yield* create(other.id)
      assert.deepStrictEqual([refused.status, problemsOf(refused)[0]?.["pointer"]], [422, "/folderId"])
      const { id } = Wire.json(yield* create(folder.id))
      assert.strictEqual((yield* Harness.platform("GET", `forms/${id}`, text)).status, 200)
      const move = (folderId: string | null) => Harness.platform("PATCH", `forms/${id}`, text, { folderId })
      assert.deepStrictEqual(limited(yield* move(null)), ["KEY_LIMITED", "folders"])
      assert.strictEqual((yield* move(other.id)).status, 422)
      yield* Harness.platform("PATCH", `forms/${id}`, session, { folderId: other.id })
      assert.strictEqual((yield* Harness.platform("GET", `forms/${id}`, text)).status, 404)
    })
  )

  it.effect("revoking a key ends its descendants when the body says so, and the list finds them by their maker", () =>
    Effect.gen(function* () {
      const { session } = yield* owner
      const { key, text } = yield* made(session, {})
      const { key: child, text: childText } = yield* made(text, {})
      const { text: grandchild } = yield* made(childText, {})
      const list = Wire.json(yield* Harness.platform("GET", `api-keys?createdByKey=${key["id"]}`, session))
      assert.deepStrictEqual(
        listOf(list["items"]).map((item) => objectOf(item)["id"]),
        [child["id"]]
      )
      const works = (token: string) => Effect.map(Harness.platform("GET", "me", token), ({ status }) => status)
      const revoke = (body?: object) => Harness.platform("POST", `api-keys/${key["id"]}/revoke`, session, body)
      assert.strictEqual((yield* revoke()).status, 200)
      assert.deepStrictEqual([yield* works(text), yield* works(childText)], [401, 200])
      assert.strictEqual((yield* revoke({ descendants: true })).status, 200)
      assert.deepStrictEqual([yield* works(childText), yield* works(grandchild)], [401, 401])
      assert.strictEqual((yield* revoke({ descendants: "yes" })).status, 422)
    })
  )
})

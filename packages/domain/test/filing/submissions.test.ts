/** Drafts and workflow over the in-memory adapter: what fires, which privileges are needed, and which version applies. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import { Forms } from "@formwork/domain/forms/Forms"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { LiveForms } from "@formwork/domain/forms/LiveForms"
import * as Caller from "@formwork/domain/callers/Caller"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { Organisations } from "@formwork/domain/people/Organisations"
import * as Services from "@formwork/domain/Services"
import type { JsonObject } from "@formwork/rules/Json"
import * as Memory from "@formwork/memory/Memory"
import { Tables } from "@formwork/memory/Tables"

const services = Services.layer.pipe(Layer.provideMerge(Memory.layer()))

const mail = { to: "desk@roofs.example", subject: "{$reference}", text: "{area}" }
const page = { title: "{$reference}", blocks: [{ fields: "all" }] }

const definition = (change: JsonObject = {}): JsonObject => ({
  title: "Roof enquiry",
  code: "ROOF",
  timeZone: "Pacific/Auckland",
  fields: [
    { slug: "area", type: "integer", required: true },
    { slug: "wanted", type: "date" },
    { slug: "price", type: "integer", formula: "area * 2" }
  ],
  workflow: {
    initial: "new",
    states: ["new", "priced", "late"],
    transitions: [
      { name: "price", from: "new", to: "priced" },
      { name: "again", from: "priced", to: "priced" },
      { name: "expire", from: "priced", to: "late", privilege: "report:read" }
    ]
  },
  effects: [
    { id: "nudge", kind: "notification", on: "draft_saved", ...mail },
    { id: "thank", kind: "notification", ...mail },
    { id: "survey", kind: "integration", when: "area > 100", method: "POST", url: "https://surveys.example/new" },
    { id: "welcome", kind: "notification", on: "state:new", ...mail },
    { id: "offer", kind: "document", on: "state:priced", ...page },
    { id: "discount", kind: "document", on: "state:priced", when: "area > 100", ...page },
    {
      id: "hurry",
      kind: "delivery",
      on: "state:priced",
      when: "wanted < today",
      url: "https://a.example",
      secret: "hook"
    }
  ],
  ...change
})

/** An organisation with the form live, its owner, and a draft of theirs. */
const setting = Effect.gen(function* () {
  const organisations = yield* Organisations
  const forms = yield* Forms
  const submissions = yield* Submissions
  const { organisation, owner } = yield* organisations.found("Ashworth", {
    email: "edith@ashworth.example",
    name: "Edith"
  })
  const operator = Caller.operator(organisation.id, owner.id)
  yield* FiringFixture.signing(operator, "hook")
  const form = yield* forms.create(operator, definition())
  const version = yield* forms.publish(operator, form.id)
  const draft = { data: {}, draft: true, idempotencyKey: undefined }
  const { submission } = yield* submissions.create(operator, form.id, draft)
  const tenant = (yield* Tables).tenants.get(organisation.id)
  if (tenant === undefined) return assert.fail("no tenant")
  /** The effects that fired since the last call. */
  let seen = 0
  const fired = () => {
    const fresh = tenant.firings.slice(seen)
    seen = tenant.firings.length
    for (const { submissionId } of fresh) assert.strictEqual(submissionId, submission.id)
    return fresh.map(({ effectId, on }) => [effectId, on])
  }
  fired()
  const { id } = submission
  const move = (revision: number, name: string, caller = operator) =>
    submissions.transition(caller, id, { revision, name, comment: undefined })
  return { operator, forms, form, version, submissions, submission, id, tenant, fired, move }
})

layer(services)("drafts and workflow in memory", (it) => {
  it.effect("each event fires its own effects, once each, where their condition holds on that day", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 2, 8, 12, 30))
      const { fired, id, move, operator, submissions, tenant } = yield* setting
      // It is already the 9th in Auckland.
      const data = { area: 120, wanted: "2026-03-09" }
      yield* submissions.save(operator, id, { revision: 1, data })
      assert.deepStrictEqual(fired(), [["nudge", "draft_saved"]])
      yield* submissions.save(operator, id, { revision: 2, data })
      assert.deepStrictEqual(fired(), [["nudge", "draft_saved"]])
      yield* submissions.file(operator, id, { revision: 3, data: undefined })
      assert.deepStrictEqual(fired(), [
        ["thank", "filed"],
        ["survey", "filed"]
      ])
      yield* move(4, "price")
      assert.deepStrictEqual(fired(), [
        ["offer", "state:priced"],
        ["discount", "state:priced"]
      ])
      yield* TestClock.adjust("1 day")
      yield* move(5, "again")
      assert.deepStrictEqual(fired(), [
        ["offer", "state:priced"],
        ["discount", "state:priced"],
        ["hurry", "state:priced"]
      ])
      yield* move(6, "expire")
      assert.deepStrictEqual(fired(), [])
      assert.strictEqual(new Set(tenant.firings.map((firing) => firing.id)).size, tenant.firings.length)
    })
  )

  it.effect("a refused change fires nothing and leaves no revision", () =>
    Effect.gen(function* () {
      const { fired, id, move, operator, submission, submissions } = yield* setting
      const refused: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
        submissions.save(operator, id, { revision: 1, data: { area: "wide" } }),
        submissions.save(operator, id, { revision: 2, data: { area: 1 } }),
        submissions.file(operator, id, { revision: 1, data: undefined }),
        move(1, "price")
      ]
      for (const attempt of refused) assert.strictEqual((yield* Effect.result(attempt))._tag, "Failure")
      assert.deepStrictEqual(fired(), [])
      assert.lengthOf(yield* submissions.history(operator, id), 1)
      assert.deepStrictEqual(yield* submissions.get(operator, id), submission)
    })
  )

  it.effect("each operation needs only its privilege; a transition also needs its own", () =>
    Effect.gen(function* () {
      const { form, forms, id, move, operator, submissions, version } = yield* setting
      yield* submissions.file(operator, id, { revision: 1, data: { area: 1 } })
      yield* move(2, "price")
      const missing = (attempt: Effect.Effect<unknown, { readonly _tag: string }>) =>
        Effect.map(Effect.result(attempt), (result) =>
          result._tag === "Failure" && result.failure._tag === "PrivilegeMissing" && "privilege" in result.failure
            ? result.failure.privilege
            : undefined
        )
      const data = { area: 1 }
      for (const held of Privilege.literals) {
        const alone = { ...operator, privileges: [held] }
        const without = { ...operator, privileges: Privilege.literals.filter((privilege) => privilege !== held) }
        // At an old revision, so that an allowed attempt changes nothing.
        const attempts = (as: Caller.Caller) => [
          ["submission:read", submissions.get(as, id)] as const,
          ["submission:read", submissions.history(as, id)] as const,
          ["submission:write", submissions.save(as, id, { revision: 1, data })] as const,
          ["submission:write", submissions.file(as, id, { revision: 1, data })] as const,
          ["submission:write", move(1, "again", as)] as const,
          ["form:read", forms.version(as, form.id, version.id)] as const
        ]
        for (const [needed, attempt] of attempts(alone))
          assert.strictEqual(yield* missing(attempt), needed === held ? undefined : needed)
        for (const [needed, attempt] of attempts(without))
          assert.strictEqual(yield* missing(attempt), needed === held ? needed : undefined)
        const asStored = submissions.file(without, id, { revision: 1, data: undefined })
        const both = ["submission:read", "submission:write"]
        assert.strictEqual(yield* missing(asStored), both.includes(held) ? held : undefined)
        const asExample = ["submission:read", "form:read"]
        assert.strictEqual(
          yield* missing(submissions.example(without, id)),
          asExample.includes(held) ? held : undefined
        )
        const own = ["submission:write", "report:read"]
        assert.strictEqual(yield* missing(move(1, "expire", without)), own.includes(held) ? held : undefined)
      }
    })
  )

  it.effect("a change uses the version that goes live while it runs", () =>
    Effect.gen(function* () {
      const { form, forms, id, operator, submissions } = yield* setting
      const store = yield* SubmissionStore
      const publishing = SubmissionStore.of({
        ...store,
        change: (caller, change) =>
          change.content?.formVersionId === next
            ? store.change(caller, change)
            : Effect.gen(function* () {
                const published = yield* Effect.orDie(forms.publish(operator, form.id))
                next = published.id
                return yield* store.change(caller, change)
              })
      })
      let next: string | undefined
      const saved = yield* Submissions.use((over) => over.save(operator, id, { revision: 1, data: { area: 2 } })).pipe(
        Effect.provide(
          Layer.fresh(Submissions.layer).pipe(
            Layer.provide(Layer.merge(LiveForms.layer, Layer.succeed(SubmissionStore, publishing)))
          )
        )
      )
      assert.strictEqual(saved.formVersionId, next)
      assert.deepStrictEqual(yield* submissions.get(operator, id), saved)
    })
  )

  it.effect("the version of a submission is read once for many transitions", () =>
    Effect.gen(function* () {
      const { form, operator, version } = yield* setting
      const store = yield* FormStore
      let asked = 0
      const counting = FormStore.of({
        ...store,
        version: (...about) => Effect.suspend(() => (asked++, store.version(...about)))
      })
      yield* Effect.gen(function* () {
        const live = yield* LiveForms
        for (let request = 0; request < 5; request++) yield* live.version(operator, form.id, version.id)
        assert.strictEqual(asked, 1)
      }).pipe(Effect.provide(Layer.fresh(LiveForms.layer).pipe(Layer.provide(Layer.succeed(FormStore, counting)))))
    })
  )

  it.effect("a transition with an unknown privilege is a fault, reported with all other faults", () =>
    Effect.gen(function* () {
      const { form, forms, operator } = yield* setting
      const transitions = [
        { name: "a", from: "new", to: "done", privilege: "submission:wirte" },
        { name: "b", from: "new", to: "gone" },
        { name: "c", from: "new", to: "done", privilege: "form:publish" },
        { name: "d", from: "done", to: "new", privilege: "" }
      ]
      const workflow = { initial: "new", states: ["new", "done"], transitions }
      const saved = yield* forms.saveDraft(operator, form.id, definition({ workflow, effects: [] }))
      const refusal = yield* Effect.flip(forms.publish(operator, form.id))
      if (refusal._tag !== "DefinitionInvalid") return assert.fail(refusal._tag)
      assert.deepStrictEqual(refusal.faults, saved.faults)
      assert.deepStrictEqual(
        saved.faults.map(({ message, pointer }) => [pointer, message.includes("`submission:write`")]),
        [
          ["/workflow/transitions/0/privilege", true],
          ["/workflow/transitions/1/to", false],
          ["/workflow/transitions/3/privilege", false]
        ]
      )
    })
  )
})

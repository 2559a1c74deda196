/** The services of the domain over the in-memory adapter, as an embedder uses them. */
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import { Evaluations } from "@formwork/domain/evaluation/Evaluations"
import { Submissions } from "@formwork/domain/filing/Submissions"
import type { CreateRequest } from "@formwork/domain/filing/create"
import { FormId } from "@formwork/domain/forms/Form"
import { Forms } from "@formwork/domain/forms/Forms"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { LiveForms } from "@formwork/domain/forms/LiveForms"
import * as Caller from "@formwork/domain/callers/Caller"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Callers } from "@formwork/domain/credentials/Callers"
import { Organisations } from "@formwork/domain/people/Organisations"
import * as Services from "@formwork/domain/Services"
import type { JsonObject } from "@formwork/rules/Json"
import * as Memory from "@formwork/memory/Memory"
import { Tables } from "@formwork/memory/Tables"

const services = Services.layer.pipe(Layer.provideMerge(Memory.layer()))

const definition = (change: JsonObject = {}): JsonObject => ({
  title: "Roof enquiry",
  code: "ROOF",
  timeZone: "Pacific/Auckland",
  referencePattern: "{code}-{yyyy}{mm}{dd}-{seq:3}",
  fields: [
    { slug: "area", type: "number", decimals: 1, required: true },
    { slug: "flat", type: "boolean" },
    { slug: "pitch", type: "integer", visibleWhen: "flat == false" },
    { slug: "price", type: "money", currency: "NZD", formula: "round(area * 42.5, 2)" }
  ],
  effects: [
    { id: "thank", kind: "notification", to: "desk@roofs.example", subject: "New", text: "{area}" },
    { id: "survey", kind: "delivery", when: "area > 100", url: "https://surveys.example", secret: "s" },
    { id: "nudge", kind: "notification", on: "draft_saved", to: "desk@roofs.example", subject: "Draft", text: "{area}" }
  ],
  ...change
})

/** An organisation with the form live, and an admitted machine caller. */
const setting = Effect.gen(function* () {
  const organisations = yield* Organisations
  const forms = yield* Forms
  const keys = yield* ApiKeys
  const { organisation, owner } = yield* organisations.found("Ashworth", {
    email: "edith@ashworth.example",
    name: "Edith"
  })
  const operator = Caller.operator(organisation.id, owner.id)
  yield* FiringFixture.signing(operator, "s")
  const form = yield* forms.create(operator, definition())
  yield* forms.publish(operator, form.id)
  const { key, token } = yield* keys.create(operator, { name: "Web", privileges: ["submission:write"] })
  const admit = Effect.map(
    Callers.use((callers) => callers.authenticate(token.text)),
    ({ caller }) => caller
  )
  const tenant = (yield* Tables).tenants.get(organisation.id)
  if (tenant === undefined) return assert.fail("no tenant")
  return { operator, form, key, token, admit, caller: yield* admit, tenant }
})

const full = (data: JsonObject, change: Partial<CreateRequest> = {}): CreateRequest => ({
  data,
  draft: false,
  idempotencyKey: undefined,
  ...change
})

layer(services)("services in memory", (it) => {
  it.effect("evaluate answers with what the rules make of the payload, and stores nothing", () =>
    Effect.gen(function* () {
      const { caller, form, tenant } = yield* setting
      const evaluations = yield* Evaluations
      const result = yield* evaluations.evaluate(caller, form.id, { area: 12.5 })
      assert.isTrue(result.valid)
      assert.deepStrictEqual({ ...result.calculatedData }, { price: "531.25" })
      assert.deepStrictEqual(result.hiddenFields, ["pitch"])
      const invalid = yield* evaluations.evaluate(caller, form.id, { area: "wide", roof: 1 })
      assert.isFalse(invalid.valid)
      assert.deepStrictEqual(
        invalid.problems.map(({ code, pointer }) => [code, pointer]),
        [
          ["type", "/data/area"],
          ["unknown_field", "/data/roof"]
        ]
      )
      assert.strictEqual(tenant.submissions.size, 0)
    })
  )

  it.effect("create stores what evaluate answered, with a reference in the form's time zone and every due effect", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 2, 8, 12, 30))
      const { caller, form, tenant } = yield* setting
      const submissions = yield* Submissions
      const { submission, replayed } = yield* submissions.create(
        caller,
        form.id,
        full({ area: 120, flat: true, pitch: 9, price: "1.00" })
      )
      assert.isFalse(replayed)
      assert.strictEqual(submission.referenceNumber, "ROOF-20260309-001")
      assert.strictEqual(submission.workflowState, "submitted")
      assert.deepStrictEqual({ ...submission.data }, { area: 120, flat: true })
      assert.deepStrictEqual({ ...submission.calculatedData }, { price: "5100.00" })
      assert.deepStrictEqual(
        tenant.firings.map(({ effectId, submissionId }) => [effectId, submissionId]),
        [
          ["thank", submission.id],
          ["survey", submission.id]
        ]
      )
      assert.strictEqual(new Set(tenant.firings.map(({ id }) => id)).size, 2)
      assert.deepStrictEqual(
        tenant.audit.slice(-1).map(({ action, subject }) => [action, subject]),
        [["submission.created", submission.id]]
      )
    })
  )

  it.effect(
    "a full submission with problems stores nothing and takes no number; a draft may lack required values",
    () =>
      Effect.gen(function* () {
        const { caller, form, tenant } = yield* setting
        const submissions = yield* Submissions
        const refusal = yield* Effect.flip(submissions.create(caller, form.id, full({ flat: false, pitch: 30 })))
        if (refusal._tag !== "SubmissionInvalid") return assert.fail(refusal._tag)
        assert.deepStrictEqual(
          refusal.problems.map(({ code, field }) => [code, field]),
          [["required", "area"]]
        )
        assert.deepStrictEqual({ ...refusal.calculatedData }, { price: null })
        assert.strictEqual(tenant.submissions.size, 0)
        const draft = yield* submissions.create(caller, form.id, full({ flat: false, pitch: 30 }, { draft: true }))
        assert.strictEqual(draft.submission.workflowState, "draft")
        assert.match(draft.submission.referenceNumber, /-001$/)
        assert.deepStrictEqual(
          tenant.firings.map(({ effectId }) => effectId),
          ["nudge"]
        )
        const wrong = yield* Effect.flip(submissions.create(caller, form.id, full({ area: "wide" }, { draft: true })))
        assert.strictEqual(wrong._tag, "SubmissionInvalid")
      })
  )

  it.effect("a repeat gets the first answer, even when the version that is live now would refuse its payload", () =>
    Effect.gen(function* () {
      const { admit, caller, form, operator, tenant } = yield* setting
      const submissions = yield* Submissions
      const forms = yield* Forms
      const request = full({ area: 1 }, { idempotencyKey: "order-7" })
      const first = yield* submissions.create(caller, form.id, request)
      yield* forms.saveDraft(
        operator,
        form.id,
        definition({ fields: [{ slug: "height", type: "number", required: true }], effects: [] })
      )
      yield* forms.publish(operator, form.id)
      const again = yield* submissions.create(yield* admit, form.id, request)
      assert.deepStrictEqual(again, { submission: first.submission, replayed: true })
      const mismatch = yield* Effect.flip(
        submissions.create(yield* admit, form.id, full({ area: 2 }, { idempotencyKey: "order-7" }))
      )
      assert.strictEqual(mismatch._tag, "IdempotencyMismatch")
      assert.strictEqual(tenant.submissions.size, 1)
    })
  )

  it.effect("a filing uses the version that goes live while it runs", () =>
    Effect.gen(function* () {
      const { caller, form, operator } = yield* setting
      const submissions = yield* Submissions
      const forms = yield* Forms
      yield* submissions.create(caller, form.id, full({ area: 1 }))
      const version = yield* forms.publish(operator, form.id)
      // The caller was admitted before the publish, so its cached version is no longer the live one.
      const { submission } = yield* submissions.create(caller, form.id, full({ area: 1 }))
      assert.strictEqual(submission.formVersionId, version.id)
    })
  )

  it.effect("a publish applies from the next admission, and between publishes the store is asked once", () =>
    Effect.gen(function* () {
      const { admit, form, operator } = yield* setting
      const store = yield* FormStore
      const forms = yield* Forms
      let asked = 0
      const counting = FormStore.of({
        ...store,
        findLive: (...about) => Effect.suspend(() => (asked++, store.findLive(...about)))
      })
      yield* Effect.gen(function* () {
        const live = yield* LiveForms
        const first = yield* live.get(yield* admit, form.id)
        for (let request = 0; request < 5; request++) {
          assert.strictEqual((yield* live.get(yield* admit, form.id)).compiled, first.compiled)
        }
        assert.strictEqual(asked, 1)
        const version = yield* forms.publish(operator, form.id)
        assert.strictEqual((yield* live.get(yield* admit, form.id)).versionId, version.id)
        assert.strictEqual(asked, 2)
      }).pipe(Effect.provide(Layer.fresh(LiveForms.layer).pipe(Layer.provide(Layer.succeed(FormStore, counting)))))
    })
  )

  it.effect("an operator, who was never admitted, always gets the version that is live now", () =>
    Effect.gen(function* () {
      const { form, operator } = yield* setting
      const evaluations = yield* Evaluations
      const forms = yield* Forms
      const price = Effect.map(
        evaluations.evaluate(operator, form.id, { area: 2 }),
        ({ calculatedData }) => calculatedData["price"]
      )
      assert.strictEqual(yield* price, "85.00")
      const fields = [
        { slug: "area", type: "number" },
        { slug: "price", type: "money", currency: "NZD", formula: "round(area * 50, 2)" }
      ]
      yield* forms.saveDraft(operator, form.id, definition({ fields, effects: [] }))
      yield* forms.publish(operator, form.id)
      assert.strictEqual(yield* price, "100.00")
    })
  )

  it.effect("each operation needs its privilege, and a form of another organisation is not found", () =>
    Effect.gen(function* () {
      const { caller, form, operator } = yield* setting
      const stranger = yield* setting
      const evaluations = yield* Evaluations
      const submissions = yield* Submissions
      const forms = yield* Forms
      const keys = yield* ApiKeys
      for (const privilege of Privilege.literals) {
        const holder = { ...caller, privileges: [privilege] }
        const without = { ...caller, privileges: Privilege.literals.filter((held) => held !== privilege) }
        const missing = (attempt: Effect.Effect<unknown, { readonly _tag: string }>) =>
          Effect.map(
            Effect.result(attempt),
            (result) => result._tag === "Failure" && result.failure._tag === "PrivilegeMissing"
          )
        const attempts = (as: Caller.Caller) => ({
          "submission:write": [
            evaluations.evaluate(as, form.id, {}),
            submissions.create(as, form.id, full({ area: 1 }))
          ],
          "form:write": [forms.create(as, definition()), forms.saveDraft(as, form.id, definition())],
          "form:publish": [forms.publish(as, form.id)],
          "apikey:read": [keys.list(as)]
        })
        for (const [needed, all] of Object.entries(attempts(holder))) {
          for (const attempt of all) assert.strictEqual(yield* missing(attempt), needed !== privilege)
        }
        for (const [needed, all] of Object.entries(attempts(without))) {
          for (const attempt of all) assert.strictEqual(yield* missing(attempt), needed === privilege)
        }
      }
      for (const id of [stranger.form.id, FormId.make(stranger.key.id)]) {
        assert.strictEqual((yield* Effect.flip(evaluations.evaluate(caller, id, {})))._tag, "FormNotFound")
        assert.strictEqual((yield* Effect.flip(submissions.create(caller, id, full({}))))._tag, "FormNotFound")
        assert.strictEqual((yield* Effect.flip(forms.publish(operator, id)))._tag, "FormNotFound")
      }
    })
  )

  it.effect("a faulty definition is refused with every fault, and a form's code cannot change", () =>
    Effect.gen(function* () {
      const { form, operator } = yield* setting
      const forms = yield* Forms
      const refusal = yield* Effect.flip(forms.create(operator, { title: "", code: "x", fields: [] }))
      assert.isTrue(refusal._tag === "DefinitionInvalid" && refusal.faults.length >= 3)
      const renamed = yield* Effect.flip(forms.saveDraft(operator, form.id, definition({ code: "TILE" })))
      assert.isTrue(renamed._tag === "DefinitionInvalid" && renamed.faults[0]?.pointer === "/code")
      assert.strictEqual((yield* Effect.flip(forms.create(operator, definition())))._tag, "FormCodeTaken")
    })
  )

  it.effect("a filing runs to its end when its caller disconnects", () =>
    Effect.gen(function* () {
      const { caller, form, tenant } = yield* setting
      const submissions = yield* Submissions
      const fiber = yield* Effect.forkChild(submissions.create(caller, form.id, full({ area: 1 })), {
        startImmediately: true
      })
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(tenant.submissions.size, 1)
    })
  )
})

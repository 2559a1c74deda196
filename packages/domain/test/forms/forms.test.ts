/** Forms and folders, as an embedder uses them. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Ref } from "effect"
import { Folders } from "@formwork/domain/folders/Folders"
import { FormLimits } from "@formwork/domain/forms/FormLimits"
import { Forms } from "@formwork/domain/forms/Forms"
import { FormStore } from "@formwork/domain/forms/FormStore"
import * as Caller from "@formwork/domain/callers/Caller"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { Organisations } from "@formwork/domain/people/Organisations"
import * as Services from "@formwork/domain/Services"
import { defaultLimits } from "@formwork/rules/Limits"
import * as Memory from "@formwork/memory/Memory"

const definition = {
  title: "Roof enquiry",
  code: "ROOF",
  fields: [
    { slug: "area", type: "integer" },
    { slug: "pitch", type: "integer" }
  ]
}

const setting = Effect.gen(function* () {
  const { organisation, owner } = yield* (yield* Organisations).found("Ashworth", {
    email: "edith@ashworth.example",
    name: "Edith"
  })
  const operator = Caller.operator(organisation.id, owner.id)
  const forms = yield* Forms
  const form = yield* forms.create(operator, definition)
  return { operator, forms, form }
})

type Attempt = Effect.Effect<unknown, { readonly _tag: string }>

/** Whether it was refused for a missing privilege. */
const isMissing = (attempt: Attempt) =>
  Effect.map(
    Effect.result(attempt),
    (result) => result._tag === "Failure" && result.failure._tag === "PrivilegeMissing"
  )

/** The work with a new service over the same forms. */
const again = <A, E, R>(work: Effect.Effect<A, E, R>, ports: Layer.Layer<never> | Layer.Layer<FormStore>) =>
  Effect.provide(work, Layer.fresh(Forms.layer).pipe(Layer.provide(ports)))

layer(Services.layer.pipe(Layer.provideMerge(Memory.layer())))("forms in memory", (it) => {
  it.effect("each call needs only its privilege", () =>
    Effect.gen(function* () {
      const { form, forms, operator } = yield* setting
      const folders = yield* Folders
      const { id: folderId } = yield* folders.create(operator, { name: "Roofs", parentId: null })
      const { id: versionId } = yield* forms.publish(operator, form.id)
      const attempts = (as: Caller.Caller): Partial<Record<Privilege, ReadonlyArray<Attempt>>> => ({
        "folder:read": [folders.list(as), folders.get(as, folderId)],
        "folder:write": [
          folders.create(as, { name: "Other", parentId: null }),
          folders.change(as, folderId, { name: "Gutters" }),
          folders.remove(as, folderId)
        ],
        "form:read": [
          forms.list(as, {}, { limit: 1 }),
          forms.get(as, form.id),
          forms.draft(as, form.id),
          forms.live(as, form.id),
          forms.versions(as, form.id, { limit: 1 }),
          forms.version(as, form.id, versionId)
        ],
        "form:write": [
          forms.create(as, definition),
          forms.saveDraft(as, form.id, definition),
          forms.change(as, form.id, { title: "Roofs" }),
          forms.check(as, definition),
          forms.checkDraft(as, form.id, undefined)
        ],
        "form:publish": [
          forms.publish(as, form.id),
          forms.republish(as, form.id, versionId),
          forms.archive(as, form.id),
          forms.unarchive(as, form.id)
        ]
      })
      for (const privilege of Privilege.literals) {
        const holding = attempts({ ...operator, privileges: [privilege] })
        const without = attempts({ ...operator, privileges: Privilege.literals.filter((held) => held !== privilege) })
        for (const needed of Privilege.literals) {
          for (const attempt of holding[needed] ?? [])
            assert.strictEqual(yield* isMissing(attempt), needed !== privilege)
          for (const attempt of without[needed] ?? [])
            assert.strictEqual(yield* isMissing(attempt), needed === privilege)
        }
      }
    })
  )

  it.effect("republishing an older version checks it against today's limits", () =>
    Effect.gen(function* () {
      const { form, forms, operator } = yield* setting
      const version = yield* forms.publish(operator, form.id)
      const strict = Layer.succeed(FormLimits, { ...defaultLimits, fields: 1 })
      const refusal = yield* again(
        Effect.flatMap(Forms, (service) => Effect.flip(service.republish(operator, form.id, version.id))),
        strict
      )
      assert.isTrue(refusal._tag === "DefinitionInvalid" && refusal.faults.length === 1)
      assert.strictEqual((yield* forms.live(operator, form.id)).number, 1)
      assert.strictEqual((yield* forms.republish(operator, form.id, version.id)).number, 2)
    })
  )

  it.effect("a new title goes into the latest draft, even when other callers save it meanwhile", () =>
    Effect.gen(function* () {
      const { form, forms, operator } = yield* setting
      const store = yield* FormStore
      const left = yield* Ref.make(3)
      const meanwhile = { ...definition, fields: [] }
      const contested = FormStore.of({
        ...store,
        get: (caller, id) =>
          Effect.tap(store.get(caller, id), () =>
            Effect.gen(function* () {
              if ((yield* Ref.getAndUpdate(left, (n) => n - 1)) <= 0) return
              const draft = { revision: undefined, title: "Meanwhile", definition: meanwhile }
              yield* Effect.orDie(store.update(caller, id, { draft }))
            })
          )
      })
      yield* again(
        Effect.flatMap(Forms, (service) => service.change(operator, form.id, { title: "Roofs" })),
        Layer.succeed(FormStore, contested)
      )
      const { draft, draftRevision, title } = yield* forms.draft(operator, form.id)
      assert.deepStrictEqual([draft, title, draftRevision], [{ ...meanwhile, title: "Roofs" }, "Roofs", 5])
    })
  )

  it.effect("a form without a title shows its code until it has one, and then its last title", () =>
    Effect.gen(function* () {
      const { forms, operator } = yield* setting
      const form = yield* forms.create(operator, { code: "BARE" })
      assert.strictEqual(form.title, "BARE")
      assert.isAbove(form.faults.length, 0)
      for (const [title, expected] of [
        ["First", "First"],
        ["", "First"],
        ["x".repeat(201), "First"],
        [7, "First"],
        ["Second", "Second"]
      ] as const)
        assert.strictEqual((yield* forms.saveDraft(operator, form.id, { code: "BARE", title })).title, expected)
      assert.strictEqual((yield* forms.saveDraft(operator, form.id, { code: "BARE" })).title, "Second")
    })
  )

  it.effect("an organisation may have at most 1,000 folders", () =>
    Effect.gen(function* () {
      const { operator } = yield* setting
      const folders = yield* Folders
      const make = (index: number) => folders.create(operator, { name: `Folder ${index}`, parentId: null })
      yield* Effect.forEach(
        Array.from({ length: 1_000 }, (_, index) => index),
        make
      )
      const refusal = yield* Effect.flip(make(1_000))
      assert.isTrue(refusal._tag === "FolderLimitReached" && refusal.limit === 1_000)
    })
  )
})

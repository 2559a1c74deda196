/** Publishing a table together with forms: what becomes of each form, and what it says of one that stays as it is. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { Examples } from "@formwork/domain/forms/Examples"
import { Forms } from "@formwork/domain/forms/Forms"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { Tables } from "@formwork/domain/forms/Tables"
import { Organisations } from "@formwork/domain/people/Organisations"
import * as Services from "@formwork/domain/Services"
import * as Memory from "@formwork/memory/Memory"
import type { JsonObject } from "@formwork/rules/Json"

const rates = (south: string) =>
  `area: exact text,rate: number 2,loading: number 2\nnorth,1.00,1.5\nsouth,${south},2.5\n`

const rated = (code: string): JsonObject => ({
  title: "Rated",
  code,
  tables: { rate: "rates" },
  fields: [
    { slug: "area", type: "text", required: true },
    { slug: "hiddenLoading", type: "number", formula: "lookup(rate, 'loading', area)", internal: true },
    { slug: "found", type: "number", decimals: 2, formula: "lookup(rate, 'rate', area)" }
  ]
})

/** A table with one version, whose draft differs, and a way to make forms that look up in the version. */
const setting = Effect.gen(function* () {
  const { organisation, owner } = yield* (yield* Organisations).found("Ashworth", {
    email: "edith@ashworth.example",
    name: "Edith"
  })
  const operator = Caller.operator(organisation.id, owner.id)
  const tables = yield* Tables
  const forms = yield* Forms
  yield* tables.create(operator, { name: "rates", file: { format: "csv", text: rates("2.00") } })
  yield* tables.publish(operator, "rates", 1, {})
  yield* tables.save(operator, "rates", { format: "csv", text: rates("3.00") }, 1)
  const live = Effect.fnUntraced(function* (code: string) {
    const { id } = yield* forms.create(operator, rated(code))
    yield* forms.publish(operator, id)
    return id
  })
  const usesOf = Effect.map(tables.uses(operator, "rates"), (uses) =>
    Object.fromEntries(uses.map(({ code, version }) => [code, version]))
  )
  /** The same person without `form:read`. */
  const blind: Caller.Caller = { ...operator, privileges: Privilege.literals.filter((one) => one !== "form:read") }
  return { operator, blind, tables, forms, live, usesOf }
})

const cases = (...rates: ReadonlyArray<number>) =>
  rates.map((found, index) => ({
    name: `south ${index}`,
    data: { area: "south" },
    expect: { calculatedData: { found } }
  }))

/** What a form that stays as it is says of it. */
const said = (message: string) => [{ pointer: "", message }]

/** Tables over the same forms, of which something happens right before the store publishes one. */
const meanwhile = (happens: (id: Parameters<FormStore["Service"]["publish"]>[1]) => Effect.Effect<unknown, unknown>) =>
  Effect.map(FormStore, (store) =>
    Layer.fresh(Tables.layer).pipe(
      Layer.provide(
        Layer.succeed(FormStore, {
          ...store,
          publish: (caller, id, ...rest) =>
            Effect.andThen(Effect.orDie(happens(id)), store.publish(caller, id, ...rest))
        })
      )
    )
  )

layer(Services.layer.pipe(Layer.provideMerge(Memory.layer())))("a table is published with forms", (it) => {
  it.effect("a form whose cases would fail keeps its version, says how many, and holds up no other form", () =>
    Effect.gen(function* () {
      const { blind, live, operator, tables, usesOf } = yield* setting
      const examples = yield* Examples
      const [only, one, two, none] = yield* Effect.forEach(["ONLY", "ONE", "TWO", "NONE"], live)
      assert(only !== undefined && one !== undefined && two !== undefined && none !== undefined)
      yield* examples.save(operator, only, cases(2), 1)
      yield* examples.save(
        operator,
        one,
        [...cases(2), { name: "north", data: { area: "north" }, expect: { valid: true } }],
        1
      )
      yield* examples.save(operator, two, cases(2, 2), 1)
      const { forms, version } = yield* tables.publish(blind, "rates", 2, { forms: [only, one, two, none] })
      assert.strictEqual(version.number, 2)
      assert.deepStrictEqual(
        forms.map(({ faults, formId }) => [formId, faults]),
        [
          [
            only,
            said(
              "The only case of the form would fail. Publish the form itself, or give a reason in `despiteExamples`."
            )
          ],
          [
            one,
            said("1 of 2 cases of the form would fail. Publish the form itself, or give a reason in `despiteExamples`.")
          ],
          [
            two,
            said("2 of 2 cases of the form would fail. Publish the form itself, or give a reason in `despiteExamples`.")
          ],
          [none, []]
        ]
      )
      assert.deepStrictEqual(yield* usesOf, { ONLY: 1, ONE: 1, TWO: 1, NONE: 2 })
    })
  )

  it.effect(
    "whoever reads the form is told which cases would fail and how, and a reason publishes it nevertheless",
    () =>
      Effect.gen(function* () {
        const { live, operator, tables, usesOf } = yield* setting
        const examples = yield* Examples
        const form = yield* live("TOLD")
        yield* examples.save(
          operator,
          form,
          [
            ...cases(2),
            {
              name: "both",
              data: { area: "south" },
              expect: { valid: false, calculatedData: { found: 2 } }
            }
          ],
          1
        )
        const { forms } = yield* tables.publish(operator, "rates", 2, { forms: [form] })
        assert.deepStrictEqual(
          forms.flatMap(({ faults }) => faults.map(({ message }) => message)),
          [
            "2 of 2 cases of the form would fail. Publish the form itself, or give a reason in `despiteExamples`.",
            "The case “south 0” would fail: /calculatedData/found is 3 in place of 2.",
            "The case “both” would fail: /valid is true in place of false, and 1 more."
          ]
        )
        const again = yield* tables.publish(operator, "rates", 2, { forms: [form], despiteExamples: "Rates of 2027" })
        assert.deepStrictEqual([again.version.number, again.forms.map(({ faults }) => faults)], [2, [[]]])
        assert.deepStrictEqual(yield* usesOf, { TOLD: 2 })
      })
  )

  it.effect("a draft is one version however often it is published, and a form that has it stays as it is", () =>
    Effect.gen(function* () {
      const { live, operator, tables, usesOf } = yield* setting
      const form = yield* live("AGAIN")
      const publish = tables.publish(operator, "rates", 2, { forms: [form] })
      const [first, second] = [yield* publish, yield* publish]
      assert.deepStrictEqual(second, first)
      assert.isNotNull(first.forms[0]?.formVersionId ?? null)
      assert.deepStrictEqual([yield* usesOf, (yield* tables.get(operator, "rates")).version], [{ AGAIN: 2 }, 2])
      yield* tables.save(operator, "rates", { format: "csv", text: rates("4.00") }, 2)
      assert.strictEqual((yield* tables.publish(operator, "rates", 3, {})).version.number, 3)
    })
  )

  it.effect("a table without rows is not published", () =>
    Effect.gen(function* () {
      const { operator, tables } = yield* setting
      yield* tables.save(operator, "rates", { format: "csv", text: rates("3.00").split("\n")[0] ?? "" }, 2)
      const refused = yield* Effect.flip(tables.publish(operator, "rates", 3, {}))
      assert.strictEqual(refused._tag, "TableInvalid")
      assert.strictEqual((yield* tables.get(operator, "rates")).version, 1)
    })
  )

  it.effect(
    "a form that was archived or published meanwhile keeps what was made of it, and holds up no other form",
    () =>
      Effect.gen(function* () {
        const { forms: service, live, operator, usesOf } = yield* setting
        const [archived, published, still] = yield* Effect.forEach(["ARCHIVED", "PUBLISHED", "STILL"], live)
        assert(archived !== undefined && published !== undefined && still !== undefined)
        const contested = yield* meanwhile((id) =>
          id === archived
            ? service.archive(operator, id)
            : id === published
              ? service
                  .saveDraft(operator, id, { ...rated("PUBLISHED"), title: "Newer" })
                  .pipe(Effect.andThen(service.publish(operator, id)))
              : Effect.void
        )
        const { forms } = yield* Tables.use((tables) =>
          tables.publish(operator, "rates", 2, { forms: [archived, published, still] })
        ).pipe(Effect.provide(contested))
        const refused = said("Somebody archived or published the form meanwhile.")
        assert.deepStrictEqual(
          forms.map(({ faults }) => faults),
          [refused, refused, []]
        )
        assert.isNull(forms[0]?.formVersionId)
        assert.isNotNull(forms[2]?.formVersionId)
        assert.isNotNull((yield* service.get(operator, archived)).archivedAt)
        const { definition } = yield* service.live(operator, published)
        assert.deepInclude(Object(definition), { title: "Newer" })
        assert.deepInclude(yield* usesOf, { STILL: 2 })
      })
  )

  it.effect(
    "faults that the rows bring are told with their places to a reader of forms, and counted for other callers",
    () =>
      Effect.gen(function* () {
        const { blind, live, operator, tables, usesOf } = yield* setting
        const id = yield* live("FAULTY")
        const lacking = "area: exact text,rate: number 2\nnorth,1.00\n"
        yield* tables.save(operator, "rates", { format: "csv", text: lacking }, 2)
        const told = yield* tables.publish(operator, "rates", 3, { forms: [id] })
        assert.deepStrictEqual(
          told.forms.map(({ faults }) => faults.map(({ pointer }) => pointer)),
          [["/fields/1/formula"]]
        )
        assert.include(told.forms[0]?.faults[0]?.message, "loading")
        const counted = yield* tables.publish(blind, "rates", 3, { forms: [id] })
        const needs = "Reading what is wrong needs the privilege `form:read`."
        assert.deepStrictEqual(counted.forms, [
          { formId: id, formVersionId: null, faults: said(`There is a fault in this form. ${needs}`) }
        ])
        yield* tables.save(
          operator,
          "rates",
          { format: "csv", text: "area: exact text,other: number 2\nnorth,1.00\n" },
          3
        )
        const more = yield* tables.publish(blind, "rates", 4, { forms: [id] })
        assert.deepStrictEqual(more.forms[0]?.faults, said(`There are 2 faults in this form. ${needs}`))
        assert.deepStrictEqual(yield* usesOf, { FAULTY: 1 })
      })
  )
})

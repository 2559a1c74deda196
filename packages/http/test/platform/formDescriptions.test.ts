import { assert, layer } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"
import { jsonObjectOf, jsonObjectsOf, objectOf } from "../support/reading.ts"

layer(Harness.layer(), { excludeTestServices: true })("the description of a form", (it) => {
  const setting = Effect.gen(function* () {
    const tenant = yield* Harness.tenant
    const token = Redacted.value((yield* tenant.mint("form:read", "submission:write")).token.text)
    const get = (path: string) => Harness.platform("GET", path, token)
    return { ...tenant, get, token }
  })

  it.effect("the description of the live version has an example that evaluates as valid", () =>
    Effect.gen(function* () {
      const { form, get, token, version } = yield* setting
      const answer = yield* get(`forms/${form.id}/schema`)
      assert.strictEqual(answer.status, 200, answer.body)
      const { example, formVersionId, resultSchema, schema } = Wire.json(answer)
      assert.strictEqual(formVersionId, version.id)
      assert.deepInclude(objectOf(schema), { title: "Quote", required: ["name"], additionalProperties: false })
      assert.hasAllKeys(objectOf(objectOf(resultSchema)["properties"])["calculatedData"], [
        "type",
        "properties",
        "required",
        "additionalProperties"
      ])
      const evaluated = yield* Harness.call(Harness.evaluatePath(form.id), token, { data: example })
      assert.deepInclude(Wire.json(evaluated), { valid: true, problems: [] })
      assert.deepEqual(Wire.json(yield* get(`forms/${form.id}/versions/${version.id}/schema`)), Wire.json(answer))
    })
  )

  it.effect("a form that was never published has no description", () =>
    Effect.gen(function* () {
      const { get, unpublished } = yield* setting
      assert.strictEqual((yield* get(`forms/${unpublished.id}/schema`)).status, 404)
    })
  )

  it.effect(
    "descriptions of two versions, or of one and the draft, are compared, and changes that break callers are named",
    () =>
      Effect.gen(function* () {
        const { form, get, operator, version } = yield* setting
        const forms = yield* Forms
        const compare = (query: string) => get(`forms/${form.id}/versions/${version.id}/compare${query}`)
        assert.deepEqual(Wire.json(yield* compare("")), { breaking: false, changes: [] })
        const { fields, ...rest } = jsonObjectOf(form.draft)
        const other = {
          ...rest,
          fields: [...jsonObjectsOf(fields).slice(1), { slug: "note", type: "text", maxLength: 9 }]
        }
        yield* forms.saveDraft(operator, form.id, other)
        const changed = {
          breaking: true,
          changes: [
            { subject: "field", name: "note", change: "added", breaking: false },
            {
              subject: "field",
              name: "name",
              change: "removed",
              breaking: true,
              why: "A payload that sends `name` is refused now: there is no such field any longer."
            }
          ]
        }
        assert.deepEqual(Wire.json(yield* compare("?with=draft")), changed)
        const next = yield* forms.publish(operator, form.id)
        assert.deepEqual(Wire.json(yield* compare(`?with=${next.id}`)), changed)
        for (const other of ["", "x", form.id, `${next.id},${next.id}`, next.id.toUpperCase()])
          assert.strictEqual((yield* compare(`?with=${other}`)).status, 404, other)
      })
  )

  it.effect("a version of another form or organisation cannot be compared", () =>
    Effect.gen(function* () {
      const { form, get, operator, unpublished, version } = yield* setting
      const foreign = yield* Harness.tenant
      const forms = yield* Forms
      const sibling = yield* forms.publish(operator, unpublished.id)
      for (const other of [sibling.id, foreign.version.id]) {
        const answer = yield* get(`forms/${form.id}/versions/${version.id}/compare?with=${other}`)
        assert.strictEqual(answer.status, 404)
      }
    })
  )
})

/** Laws of FormStore and HostedOrganisationStore as seeds use them: what a program asks for at each start is made once. */
import { assert } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Forms } from "@formwork/domain/forms/Forms"
import type { Caller } from "@formwork/domain/callers/Caller"
import { FormStore } from "@formwork/domain/forms/FormStore"
import { HostedOrganisations } from "@formwork/domain/hosting/HostedOrganisations"
import { PasswordHash, PasswordHasher } from "@formwork/domain/credentials/PasswordHasher"
import { UserStore } from "@formwork/domain/people/UserStore"
import type { Json } from "@formwork/rules/Json"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"
import { uniqueName } from "../hosting/founding.ts"

const definition = (label: string) => ({
  title: "Enquiry",
  code: "ENQ",
  fields: [{ slug: "name", type: "text", label }]
})

/** The same definition with the members of each object the other way around. */
const turned = (json: Json): Json => {
  if (typeof json !== "object" || json === null) return json
  if (Array.isArray(json)) return json.map((item: Json) => turned(item))
  return Object.fromEntries(
    Object.entries(json)
      .toReversed()
      .map(([name, member]) => [name, turned(member)])
  )
}

const versions = (caller: Caller, formId: Parameters<FormStore["Service"]["get"]>[1]) =>
  FormStore.use((store) => Effect.orDie(store.versions(caller, formId, { limit: 100 })))

/** Passwords are no matter here. */
const hasher = Layer.succeed(PasswordHasher, {
  hash: () => Effect.succeed(PasswordHash.make("$none")),
  derive: () => Effect.succeed(PasswordHash.make("$other"))
})

const services = Layer.merge(Forms.layer, HostedOrganisations.layer.pipe(Layer.provide(hasher)))

const once = (it: It): void => {
  it.effect("a form is made and published once, and again where its definition is another", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const forms = yield* Forms
      const first = yield* forms.ensure(owner, "ENQ", definition("Name"))
      assert.deepInclude(first, { published: true })
      assert.strictEqual(first.version.number, 1)
      const { draft: _, ...before } = yield* (yield* FormStore).get(owner, first.formId)
      for (const same of [definition("Name"), turned(definition("Name")), turned({ ...definition("Name") })])
        assert.deepStrictEqual(yield* forms.ensure(owner, "ENQ", same), { ...first, published: false })
      assert.deepStrictEqual(yield* (yield* FormStore).record(owner, first.formId), before)
      const second = yield* forms.ensure(owner, "ENQ", definition("Full name"))
      assert.deepInclude(second, { formId: first.formId, published: true })
      assert.strictEqual(second.version.number, 2)
      assert.lengthOf(yield* versions(owner, first.formId), 2)
    }).pipe(Effect.provide(services))
  )

  it.effect("a form is found by its code, beside others whose code or title has it", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const forms = yield* Forms
      const other = { ...definition("Name"), title: "ENQ" }
      yield* forms.ensure(owner, "ENQX", { ...other, code: "ENQX" })
      const { formId } = yield* forms.ensure(owner, "ENQ", { title: "Enquiry", fields: other.fields })
      yield* forms.ensure(owner, "XENQ", { ...other, code: "XENQ" })
      assert.deepInclude(yield* forms.ensure(owner, "ENQ", definition("Other")), { formId, published: true })
    }).pipe(Effect.provide(services))
  )

  it.effect("of processes that ensure one form at once, one publishes: a new form, and a form that has a draft", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const forms = yield* Forms
      for (const label of ["Name", "Full name"]) {
        const made = yield* Effect.all(
          Array.from({ length: 5 }, () => forms.ensure(owner, "ENQ", definition(label))),
          { concurrency: "unbounded" }
        )
        assert.strictEqual(made.filter(({ published }) => published).length, 1)
        assert.strictEqual(new Set(made.map(({ formId, version }) => `${formId} ${version.id}`)).size, 1)
      }
      const { formId } = yield* forms.ensure(owner, "ENQ", definition("Full name"))
      assert.lengthOf(yield* versions(owner, formId), 2)
    }).pipe(Effect.provide(services))
  )
}

const refusing = (it: It): void => {
  it.effect("refusals come in their order: privileges, faults, the archived form; none of them changes anything", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const forms = yield* Forms
      const reader = { ...owner, privileges: ["form:read"] as const }
      const writer = { ...owner, privileges: ["form:write"] as const }
      const wrong = { ...definition("Name"), fields: [{ slug: "name", type: "txt" }] }
      assert.strictEqual(
        (yield* refuses(forms.ensure(reader, "ENQ", wrong), "PrivilegeMissing")).privilege,
        "form:write"
      )
      assert.strictEqual(
        (yield* refuses(forms.ensure(writer, "ENQ", wrong), "PrivilegeMissing")).privilege,
        "form:publish"
      )
      const { faults } = yield* refuses(forms.ensure(owner, "ENQ", wrong), "DefinitionInvalid")
      assert.strictEqual(faults[0]?.pointer, "/fields/0/type")
      yield* refuses(forms.ensure(owner, "OTHER", definition("Name")), "DefinitionInvalid")
      assert.deepStrictEqual(yield* (yield* FormStore).list(owner, {}, { limit: 10 }), [])
      const { formId } = yield* forms.ensure(owner, "ENQ", definition("Name"))
      yield* forms.archive(owner, formId)
      yield* refuses(forms.ensure(owner, "ENQ", wrong), "DefinitionInvalid")
      const archived = yield* (yield* FormStore).get(owner, formId)
      for (const label of ["Name", "Full name"])
        yield* refuses(forms.ensure(owner, "ENQ", definition(label)), "FormArchived")
      assert.deepStrictEqual(yield* (yield* FormStore).get(owner, formId), archived)
    }).pipe(Effect.provide(services))
  )
}

const organisations = (it: It): void => {
  it.effect("an organisation is founded once, in whatever case, and then found with its owner", () =>
    Effect.gen(function* () {
      const organisations = yield* HostedOrganisations
      const name = yield* uniqueName
      const founder = { email: "edith@ashworth.example", name: "Edith" }
      const made = yield* Effect.all(
        [name, name.toUpperCase(), name, name.toLowerCase()].map((each) => organisations.ensure(each, founder)),
        { concurrency: "unbounded" }
      )
      assert.strictEqual(made.filter(({ founded }) => founded).length, 1)
      assert.strictEqual(new Set(made.map(({ caller, organisation }) => `${organisation.id} ${caller.userId}`)).size, 1)
      const again = yield* organisations.ensure(name, { email: "other@ashworth.example", name: "Other" })
      assert.deepInclude(again, { founded: false, invitation: undefined })
      assert.strictEqual(again.owner.email, founder.email)
      assert.lengthOf(yield* (yield* UserStore).list(again.caller), 1)
      yield* Forms.use((forms) => forms.ensure(again.caller, "ENQ", definition("Name")))
    }).pipe(Effect.provide(services))
  )
}

export const contract = suite("what a program asks for at each start", (it) => {
  once(it)
  refusing(it)
  organisations(it)
})

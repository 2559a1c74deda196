/** Laws of UsageStore: calls are added up by credential, operation and day, and by these alone. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import { FormId } from "@formwork/domain/forms/Form"
import { UserStore } from "@formwork/domain/people/UserStore"
import { UsageStore } from "@formwork/domain/usage/UsageStore"
import type { Calls } from "@formwork/domain/usage/Usage"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

const Sample = Schema.Struct({
  who: Schema.Literals([0, 1, 2, 3]),
  form: Schema.Literals([0, 1]),
  operation: Schema.Literals(["evaluate", "create"]),
  day: Schema.Literals(["2026-02-28", "2026-03-01", "2026-03-02"]),
  calls: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1_000_000_000 }))
})

export const example = (it: It): void => {
  it.effect("the calls of a key are added up by operation and day", () =>
    Effect.gen(function* () {
      const { organisationId, ...owner } = yield* Fixture.owner
      const usage = yield* UsageStore
      const { key } = yield* Fixture.newKey({ ...owner, organisationId }, [], { name: "Website" })
      const credential = { kind: "api_key", id: key.id } as const
      const formId = FormId.make(yield* Fixture.uuid)
      const about = { credential, operation: "create", day: "2026-03-14" } as const

      yield* usage.add([
        { ...about, organisationId, formId, calls: 2 },
        { ...about, organisationId, formId: FormId.make(yield* Fixture.uuid), calls: 3 }
      ])

      const listed = yield* usage.list({ ...owner, organisationId }, { from: "2026-03-14", to: "2026-03-14" })
      const by = { kind: "key" as const, id: key.id, name: "Website" }
      assert.deepStrictEqual(listed, [{ ...about, name: "Website", by, calls: 5 }])
    })
  )
}

const persons = (it: It): void => {
  it.effect("calls in a session, and at the machine, are those of its person, as they are called now", () =>
    Effect.gen(function* () {
      const usage = yield* UsageStore
      const users = yield* UserStore
      const owner = yield* Fixture.owner
      const { organisationId } = owner
      const { operator } = yield* Fixture.person(owner, "admin")
      const { caller } = yield* Fixture.signedIn(operator)
      yield* users.change(owner, operator.userId, { name: "Olive Ashworth-Bell" })
      const formId = FormId.make(yield* Fixture.uuid)
      const about = { operation: "create", day: "2026-03-14", calls: 2 } as const
      const installation = Caller.ofInstallation(organisationId)
      const lost = { kind: "session", id: yield* Fixture.uuid } as const

      yield* usage.add(
        [caller.credential, owner.credential, installation.credential, lost].map((credential) => ({
          ...about,
          organisationId,
          credential,
          formId
        }))
      )

      const edith = { kind: "user" as const, id: owner.userId, name: "Edith Ashworth" }
      const olive = { kind: "user" as const, id: operator.userId, name: "Olive Ashworth-Bell" }
      for (const wanted of [undefined, formId]) {
        const listed = yield* usage.list(owner, { from: about.day, to: about.day, formId: wanted })
        const found = new Map(listed.map(({ by, credential, name }) => [credential.id, { by, name }]))
        assert.strictEqual(found.size, 4)
        assert.deepStrictEqual(found.get(caller.credential.id), { by: olive, name: null })
        assert.deepStrictEqual(found.get(owner.credential.id), { by: edith, name: null })
        assert.deepStrictEqual(found.get(installation.credential.id), { by: null, name: null })
        assert.deepStrictEqual(found.get(lost.id), { by: null, name: null })
      }
    })
  )
}

const reach = (it: It): void => {
  it.effect("a key that is limited to a form lists all calls of that form, and none of another", () =>
    Effect.gen(function* () {
      const usage = yield* UsageStore
      const owner = yield* Fixture.owner
      const { organisationId } = owner
      const [ours, other] = [yield* Fixture.newForm(owner, "ONE"), yield* Fixture.newForm(owner, "TWO")]
      const { key } = yield* Fixture.newKey(owner, [], { name: "Website" })
      const credential = { kind: "api_key", id: key.id } as const
      const about = { credential, operation: "evaluate", day: "2026-03-14" } as const
      const limited = yield* Fixture.machine(owner, ["report:read"], { forms: [ours.id] })

      yield* usage.add([ours, other].map(({ id }) => ({ ...about, organisationId, formId: id, calls: 2 })))

      const list = (formId: FormId) => usage.list(limited.caller, { from: "2026-03-14", to: "2026-03-14", formId })
      const by = { kind: "key" as const, id: key.id, name: "Website" }
      assert.deepStrictEqual(yield* list(ours.id), [{ ...about, name: "Website", by, calls: 2 }])
      assert.deepStrictEqual(yield* list(other.id), [])
    })
  )
}

const laws = (it: It): void => {
  it.effect.prop(
    "calls added at once and in turn are listed as sums, for each organisation its own",
    [Schema.Array(Sample).check(Schema.isMaxLength(12)), Schema.Array(Sample).check(Schema.isMaxLength(12))],
    ([first, second]) =>
      Effect.gen(function* () {
        const store = yield* UsageStore
        const [ours, theirs] = [yield* Fixture.owner, yield* Fixture.owner]
        const keys = [
          yield* Fixture.newKey(ours, [], { name: "One" }),
          yield* Fixture.newKey(ours, [], { name: "Two" })
        ]
        const foreign = yield* Fixture.machine(theirs)
        const callers: ReadonlyArray<Pick<Caller.Caller, "organisationId" | "credential">> = [
          ours,
          ...keys.map(({ key }) => ({ ...ours, credential: { kind: "api_key" as const, id: key.id } })),
          foreign.caller
        ]
        const forms = [FormId.make(yield* Fixture.uuid), FormId.make(yield* Fixture.uuid)] as const
        const callsOf = (samples: ReadonlyArray<typeof Sample.Type>): ReadonlyArray<Calls> =>
          samples.flatMap(({ form, who, ...sample }) => {
            const { credential, organisationId } = callers[who] ?? ours
            return [{ organisationId, credential, formId: forms[form], ...sample }]
          })
        yield* Effect.all([store.add(callsOf(first)), store.add(callsOf(second))], { concurrency: "unbounded" })
        for (const [owner, [from, to], wanted] of [
          [ours, ["2026-02-28", "2026-03-02"], undefined],
          [ours, ["2026-03-01", "2026-03-01"], undefined],
          [theirs, ["2026-03-01", "2026-03-02"], undefined],
          [ours, ["2026-02-28", "2026-03-02"], forms[0]],
          [ours, ["2026-03-01", "2026-03-02"], forms[1]],
          [theirs, ["2026-02-28", "2026-03-02"], forms[0]]
        ] as const) {
          const expected = new Map<string, number>()
          for (const { calls, credential, day, formId, operation, organisationId } of callsOf([...first, ...second])) {
            if (organisationId !== owner.organisationId || day < from || day > to) continue
            if (wanted !== undefined && formId !== wanted) continue
            const group = `${day} ${credential.id} ${operation} ${credential.kind}`
            expected.set(group, calls + (expected.get(group) ?? 0))
          }
          const listed = yield* store.list(owner, { from, to, formId: wanted })
          assert.deepStrictEqual(
            listed.map(({ calls, credential, day, operation }) => [
              `${day} ${credential.id} ${operation} ${credential.kind}`,
              calls
            ]),
            [...expected].sort(([a], [b]) => (a < b ? -1 : 1))
          )
          for (const { credential, name } of listed) {
            const known = keys.find(({ key }) => key.id === credential.id)?.key.name
            if (owner === ours) assert.strictEqual(name, known ?? null)
          }
        }
      }),
    { arbitrary: { runs: 15 } }
  )
}

export const contract = suite("usage", (it) => {
  example(it)
  persons(it)
  reach(it)
  laws(it)
})

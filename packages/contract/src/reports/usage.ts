/** Laws of UsageStore: calls are added up by credential, operation and day, and by these alone. */
import { assert } from "@effect/vitest"
import { Effect, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { FormId } from "@formwork/domain/forms/Form"
import { UsageStore } from "@formwork/domain/usage/UsageStore"
import type { Calls } from "@formwork/domain/usage/Usage"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

const Sample = Schema.Struct({
  who: Schema.Literals([0, 1, 2, 3]),
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
      assert.deepStrictEqual(listed, [{ ...about, name: "Website", calls: 5 }])
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
        const callers: ReadonlyArray<Pick<Caller, "organisationId" | "credential">> = [
          ours,
          ...keys.map(({ key }) => ({ ...ours, credential: { kind: "api_key" as const, id: key.id } })),
          foreign.caller
        ]
        const formId = FormId.make(yield* Fixture.uuid)
        const callsOf = (samples: ReadonlyArray<typeof Sample.Type>): ReadonlyArray<Calls> =>
          samples.flatMap(({ who, ...sample }) => {
            const { credential, organisationId } = callers[who] ?? ours
            return [{ organisationId, credential, formId, ...sample }]
          })
        yield* Effect.all([store.add(callsOf(first)), store.add(callsOf(second))], { concurrency: "unbounded" })
        for (const [owner, [from, to]] of [
          [ours, ["2026-02-28", "2026-03-02"]],
          [ours, ["2026-03-01", "2026-03-01"]],
          [theirs, ["2026-03-01", "2026-03-02"]]
        ] as const) {
          const expected = new Map<string, number>()
          for (const { calls, credential, day, operation, organisationId } of callsOf([...first, ...second])) {
            if (organisationId !== owner.organisationId || day < from || day > to) continue
            const group = `${day} ${credential.id} ${operation} ${credential.kind}`
            expected.set(group, calls + (expected.get(group) ?? 0))
          }
          const listed = yield* store.list(owner, { from, to })
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
  laws(it)
})

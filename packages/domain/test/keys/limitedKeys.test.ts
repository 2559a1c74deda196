/** Keys with limits, and the keys that they make (spec/http.md §3.19, spec/http.md §3.20 and spec/http.md §3.21). */
import { assert, layer } from "@effect/vitest"
import { DateTime, Effect, Layer } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import * as KeyLimits from "@formwork/domain/callers/KeyLimits"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { Forms } from "@formwork/domain/forms/Forms"
import { ApiKeyPolicy, ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { authenticate, nowhere, refusal, request, services, setting, tag } from "../people/ownerFixture.ts"

const definition = (code: string) => ({ title: code, code, fields: [] })

const mayReach = Privilege.literals.filter((one) => !KeyLimits.wholeOrganisation.includes(one))

const withoutBudget = Privilege.literals.filter((one) => one !== "apikey:budget")

layer(services)("keys with limits", (it) => {
  it.effect("a new key has the limits that were asked for, and null for the others", () =>
    Effect.gen(function* () {
      const { operator } = yield* setting
      const keys = yield* ApiKeys
      const { id } = yield* Forms.use((forms) => forms.create(operator, definition("ONE")))
      const limits = { forms: [id], requestsPerMinute: 60, addresses: ["203.0.113.0/24"], operations: ["evaluate"] }
      const { key, token } = yield* keys.create(operator, { ...request, limits })
      assert.deepInclude(key, { ...limits, folders: null })
      assert.strictEqual(yield* tag(authenticate(token.text)), "Unauthenticated", "no address is known here")
      const { token: open } = yield* keys.create(operator, { ...request, limits: { ...limits, addresses: null } })
      const { budget, caller } = yield* authenticate(open.text)
      assert.deepStrictEqual(caller.limits, { ...limits, folders: null, addresses: null })
      assert.strictEqual(budget.limit, 60)
      assert.deepInclude((yield* keys.create(operator, request)).key, KeyLimits.none)
    })
  )

  it.effect("what is wrong with a new key is refused in the order of the specification", () =>
    Effect.gen(function* () {
      const { operator } = yield* setting
      const keys = yield* ApiKeys
      const own = { ...KeyLimits.none, forms: [nowhere], requestsPerMinute: 500 }
      const caller: Caller = { ...operator, privileges: withoutBudget, limits: own }
      const wrong = {
        name: "",
        privileges: ["user:write", "apikey:budget", "audit:read"] as ReadonlyArray<Privilege>,
        limits: { folders: [nowhere], requestsPerMinute: 1_000_000 }
      }
      const told = (as: Caller, asked: Parameters<typeof keys.create>[1]) =>
        Effect.map(refusal(keys.create(as, asked)), (found) => {
          if (typeof found === "string") return found
          return found._tag === "PrivilegeMissing"
            ? found.privilege
            : found._tag === "BeyondLimits"
              ? found.limit
              : found._tag
        })
      assert.strictEqual(yield* told({ ...caller, privileges: [] }, wrong), "apikey:write")
      assert.strictEqual(yield* told(caller, wrong), "apikey:budget", "a privilege that it lacks")
      const granted = { ...wrong, privileges: ["user:write", "form:read", "audit:read"] as const }
      assert.strictEqual(yield* told(caller, granted), "These are not the limits of a key")
      const bounded = { ...granted, limits: { folders: [nowhere], requestsPerMinute: 121 } }
      assert.strictEqual(yield* told(caller, bounded), "apikey:budget", "more than the deployment's budget")
      const usual = { ...granted, limits: { folders: [nowhere], requestsPerMinute: 120 } }
      assert.strictEqual(yield* told(caller, usual), "RequestInvalid")
      const within = { ...usual, privileges: ["form:read"] as const }
      assert.strictEqual(yield* told(caller, within), "requestsPerMinute", "it would have a second budget")
      const other = { ...caller, limits: { ...own, requestsPerMinute: null, operations: ["evaluate"] } }
      assert.strictEqual(yield* told(other, { ...within, limits: {} }), "forms")
      assert.strictEqual(yield* told(other, within), "operations")
      assert.strictEqual(yield* told(operator, { ...request, name: "" }), "A key's name has 1 to 100 characters")
    })
  )

  it.effect("a budget is weighed against the deployment's", () =>
    Effect.gen(function* () {
      const { operator } = yield* setting
      const keys = yield* ApiKeys
      const make = (as: Caller, requestsPerMinute: number) =>
        tag(keys.create(as, { ...request, limits: { requestsPerMinute } }))
      const caller = { ...operator, privileges: withoutBudget }
      assert.deepStrictEqual([yield* make(caller, 10), yield* make(caller, 11)], ["nothing", "PrivilegeMissing"])
      assert.strictEqual(yield* make(operator, 100_000), "nothing")
    }).pipe(
      Effect.provide(
        Layer.fresh(services).pipe(
          Layer.provide(Layer.succeed(ApiKeyPolicy, { activeLimit: 100, requestsPerMinute: 10 }))
        )
      )
    )
  )

  it.effect(
    "a key with forms or folders gets no privilege over the whole organisation, and each wrong one is told",
    () =>
      Effect.gen(function* () {
        const { operator } = yield* setting
        const keys = yield* ApiKeys
        const { id } = yield* Forms.use((forms) => forms.create(operator, definition("ONE")))
        const make = (privileges: ReadonlyArray<Privilege>, limits: Partial<KeyLimits.KeyLimits>) =>
          refusal(keys.create(operator, { name: "Web", privileges, limits }))
        assert.strictEqual(yield* make(mayReach, { forms: [id] }), "nothing")
        assert.strictEqual(yield* make(Privilege.literals, { operations: ["evaluate"] }), "nothing")
        for (const limits of [{ forms: [id] }, { folders: [nowhere] }]) {
          const found = yield* make(["form:read", "folder:write", "audit:read"], limits)
          if (typeof found === "string" || found._tag !== "RequestInvalid") return assert.fail("it was made")
          assert.deepStrictEqual(
            found.problems,
            [
              ["folder:write", 1],
              ["audit:read", 2]
            ].map(([privilege, place]) => ({
              field: "privileges",
              message: `A key with "forms" or "folders" cannot have ${privilege}, which is about the whole organisation.`,
              code: "rule",
              pointer: `/privileges/${place}`
            }))
          )
        }
      })
  )

  it.effect("a key's end lies in the future", () =>
    Effect.gen(function* () {
      const { operator } = yield* setting
      const keys = yield* ApiKeys
      const found = yield* refusal(keys.create(operator, { ...request, expiresAt: yield* DateTime.now }))
      if (typeof found === "string" || found._tag !== "RequestInvalid") return assert.fail("it was made")
      assert.deepStrictEqual(found.problems, [
        { field: "expiresAt", message: '"expiresAt" must be in the future.', code: "min", pointer: "/expiresAt" }
      ])
    })
  )

  it.effect("the list finds the keys that a key made; revoking it ends those too where that is asked for", () =>
    Effect.gen(function* () {
      const { operator } = yield* setting
      const keys = yield* ApiKeys
      const parent = yield* keys.create(operator, { name: "Parent", privileges: ["apikey:write"] })
      const { caller } = yield* authenticate(parent.token.text)
      const child = yield* keys.create(caller, request)
      const made = yield* keys.list(operator, { createdByKey: parent.key.id })
      assert.deepStrictEqual(
        made.map(({ id }) => id),
        [child.key.id]
      )
      assert.lengthOf(yield* keys.list(operator), 2)
      for (const asked of [undefined, { descendants: false }, Effect.succeed({ descendants: false })])
        assert.isNotNull((yield* keys.revoke(operator, parent.key.id, asked)).revokedAt)
      yield* authenticate(child.token.text)
      yield* keys.revoke(operator, parent.key.id, { descendants: true })
      assert.strictEqual(yield* tag(authenticate(child.token.text)), "Unauthenticated")
    })
  )
})

/** Laws of OrganisationStore about the organisation itself. */
import { assert } from "@effect/vitest"
import { DateTime, Effect, Option } from "effect"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { SessionStore } from "@formwork/domain/people/SessionStore"
import { OrganisationStore } from "@formwork/domain/people/OrganisationStore"
import { refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

export const example = (it: It): void => {
  it.effect("an organisation is renamed by a caller who has seen its newest edition", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const organisations = yield* OrganisationStore
      const { edition } = yield* organisations.get(owner)

      yield* organisations.rename(owner, edition, "Ashworth & Sons")

      assert.deepInclude(yield* organisations.get(owner), { name: "Ashworth & Sons", edition: edition + 1 })
      yield* refuses(organisations.rename(owner, edition, "Late"), "OrganisationStale")
    })
  )
}

const renaming = (it: It): void => {
  it.effect("of changes based on one edition one is made, and adds a line with the name before", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const stranger = yield* Fixture.owner
      const organisations = yield* OrganisationStore
      const founded = yield* organisations.get(owner)
      assert.deepInclude(founded, { id: owner.organisationId, name: "Ashworth & Daughters", edition: 1 })
      const age = DateTime.toEpochMillis(yield* DateTime.now) - DateTime.toEpochMillis(founded.createdAt)
      assert.isBelow(Math.abs(age), 60_000)
      const names = ["One", "Two", "Three", "Four"]
      const tags = yield* Effect.all(
        names.map((name) => Fixture.tagOf(organisations.rename(owner, 1, name))),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(tags.toSorted(), [
        "OrganisationStale",
        "OrganisationStale",
        "OrganisationStale",
        "Success"
      ])
      const made = names[tags.indexOf("Success")] ?? ""
      assert.deepStrictEqual(yield* organisations.get(owner), { ...founded, name: made, edition: 2 })
      assert.deepStrictEqual(
        yield* organisations.find(owner.organisationId),
        Option.some({ id: owner.organisationId, name: made })
      )
      assert.strictEqual((yield* refuses(organisations.rename(owner, 1, "Late"), "OrganisationStale")).edition, 2)
      assert.strictEqual((yield* organisations.rename(owner, 2, made)).edition, 2)
      assert.deepInclude(yield* organisations.get(stranger), { name: "Ashworth & Daughters", edition: 1 })
      const [newest, ...older] = yield* Fixture.log(owner)
      assert.deepInclude(newest, {
        action: "organisation.renamed",
        subject: owner.organisationId,
        detail: "Ashworth & Daughters"
      })
      assert.lengthOf(older, 1)
    })
  )

  it.effect("a caller whose credential has ended, or without the privilege in the store, changes nothing", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const organisations = yield* OrganisationStore
      const { caller } = yield* Fixture.machine(owner, ["user:write"])
      const claiming = { ...caller, privileges: Privilege.literals }
      yield* refuses(organisations.rename(claiming, 1, "x"), "PrivilegeMissing")
      const session = yield* Fixture.signedIn(owner)
      yield* (yield* SessionStore).end(session.caller)
      yield* refuses(organisations.rename(session.caller, 1, "x"), "Unauthenticated")
      assert.strictEqual((yield* organisations.get(owner)).edition, 1)
    })
  )
}

export const contract = suite("organisation", (it) => {
  example(it)
  renaming(it)
})

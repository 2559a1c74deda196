/** Laws about founding organisations: HostedOrganisationStore for the operator, OrganisationStore.createFirst for an empty database. */
import { assert } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as Caller from "@formwork/domain/callers/Caller"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { HostedOrganisationStore } from "@formwork/domain/hosting/HostedOrganisationStore"
import type { Founding } from "@formwork/domain/people/Founding"
import { InvitationStore } from "@formwork/domain/people/InvitationStore"
import { OrganisationStore } from "@formwork/domain/people/OrganisationStore"
import { SessionStore } from "@formwork/domain/people/SessionStore"
import { UserStore } from "@formwork/domain/people/UserStore"
import { only, refuses } from "../assertions.ts"
import * as Fixture from "../Fixture.ts"
import { suite } from "../suite.ts"
import type { It } from "../suite.ts"

const password = PasswordHash.make("$chosen")
const plenty = 100_000

/** A name that no other sample has. */
export const uniqueName = Effect.map(Fixture.uuid, (id) => `Ashworth ${id}`)

/** An organisation to found, whose owner gets in with `password`, or with an invitation. */
export const founding = Effect.fnUntraced(function* (
  options: { readonly name?: string; readonly invited?: boolean } = {}
) {
  const organisation = { id: OrganisationId.make(yield* Fixture.uuid), name: options.name ?? (yield* uniqueName) }
  const owner = {
    id: UserId.make(yield* Fixture.uuid),
    email: "owner@ashworth.example",
    name: "Edith Ashworth",
    role: "owner" as const
  }
  const { stored, token } = yield* Fixture.invitation({ organisationId: organisation.id }, { isShown: true })
  const access = options.invited === true ? { invitation: stored } : { password }
  return {
    token,
    operator: Caller.operator(organisation.id, owner.id),
    founding: { organisation, owner, access } satisfies Founding
  }
})

export const example = (it: It): void => {
  it.effect("an organisation is founded with its owner, who signs in with the password that it was founded with", () =>
    Effect.gen(function* () {
      const store = yield* HostedOrganisationStore
      const sessions = yield* SessionStore
      const { founding: wanted, operator } = yield* founding()

      const { organisation, invitation } = yield* store.found(wanted, plenty)

      assert.deepInclude(organisation, { ...wanted.organisation, suspendedAt: null })
      assert.isUndefined(invitation)
      assert.isTrue(yield* sessions.proves(operator, password))
    })
  )
}

const laws = (it: It): void => {
  it.effect("the owner's invitation sets their password once, and both leave a line in the audit log", () =>
    Effect.gen(function* () {
      const store = yield* HostedOrganisationStore
      const invitations = yield* InvitationStore
      const { founding: wanted, operator, token } = yield* founding({ invited: true })
      const { invitation } = yield* store.found(wanted, plenty)
      assert.deepStrictEqual([invitation?.id, invitation?.userId], [token.credentialId, wanted.owner.id])
      const [owner] = yield* (yield* UserStore).list(operator)
      const { id, name } = wanted.owner
      assert.deepInclude(owner, wanted.owner)
      assert.deepInclude(owner?.invitation, { state: "pending", sender: { kind: "user", id, name } })
      assert.deepInclude(owner, yield* invitations.accept(token, password))
      yield* refuses(invitations.accept(token, password), "InvitationRefused")
      const lines = (yield* Fixture.log(operator)).map(({ action, credential }) => [action, credential?.kind])
      assert.deepStrictEqual(lines.reverse(), [
        ["organisation.created", "operator"],
        ["user.invited", "operator"],
        ["user.invitation_accepted", undefined]
      ])
    })
  )

  it.effect(
    "an owner gets another invitation, which ends the one before; a person who is no active owner gets none",
    () =>
      Effect.gen(function* () {
        const store = yield* HostedOrganisationStore
        const invitations = yield* InvitationStore
        const { founding: wanted, operator, token } = yield* founding({ invited: true })
        const { organisation } = yield* store.found(wanted, plenty)
        const { user } = yield* Fixture.person(operator, "admin")
        const gone = yield* Fixture.person(operator, "owner")
        const again = yield* Fixture.invitation(operator, { isShown: true })
        const made = yield* store.invite(organisation.id, wanted.owner.email.toUpperCase(), again.stored)
        assert.deepStrictEqual([made.organisation, made.owner], [organisation, wanted.owner])
        yield* refuses(invitations.accept(token, password), "InvitationRefused")
        assert.strictEqual((yield* invitations.accept(again.token, password)).id, wanted.owner.id)
        yield* (yield* UserStore).deactivate(operator, gone.user.id)
        for (const email of [user.email, gone.user.email, "unknown@ashworth.example"])
          yield* refuses(store.invite(organisation.id, email, again.stored), "UserNotFound")
        const unknown = OrganisationId.make(yield* Fixture.uuid)
        yield* refuses(store.invite(unknown, user.email, again.stored), "OrganisationNotFound")
        const [line] = (yield* Fixture.log(operator)).filter(({ action }) => action === "user.invited")
        assert.deepInclude(line, { subject: wanted.owner.id, credential: operator.credential })
      })
  )

  it.effect("of foundings at once under one name, in whatever case, one is made", () =>
    Effect.gen(function* () {
      const store = yield* HostedOrganisationStore
      const name = yield* uniqueName
      const wanted = yield* Effect.forEach([name, name.toUpperCase(), name.toLowerCase(), name], (each) =>
        founding({ name: each, invited: true })
      )
      const tags = yield* Effect.forEach(wanted, (one) => Fixture.tagOf(store.found(one.founding, plenty)), {
        concurrency: "unbounded"
      })
      assert.strictEqual(tags.filter((tag) => tag === "Success").length, 1, tags.join())
      assert.strictEqual(tags.filter((tag) => tag === "OrganisationNameTaken").length, 3, tags.join())
      const listed = only(yield* store.list({ limit: 10, name }))
      assert.strictEqual(listed.id, wanted[tags.indexOf("Success")]?.founding.organisation.id)
    })
  )
}

const listing = (it: It): void => {
  it.effect("the owner of an organisation is the oldest whose account is active", () =>
    Effect.gen(function* () {
      const store = yield* HostedOrganisationStore
      const users = yield* UserStore
      const { founding: wanted, operator } = yield* founding()
      const { organisation } = yield* store.found(wanted, plenty)
      yield* Fixture.person(operator, "admin")
      const second = yield* Fixture.person(operator, "owner", { password })
      assert.deepStrictEqual(yield* store.owner(organisation.id), wanted.owner)
      yield* users.deactivate(second.operator, wanted.owner.id)
      assert.strictEqual((yield* store.owner(organisation.id)).id, second.user.id)
      yield* refuses(store.owner(OrganisationId.make(yield* Fixture.uuid)), "OrganisationNotFound")
    })
  )

  it.effect("an installation has no more organisations than its limit", () =>
    Effect.gen(function* () {
      const store = yield* HostedOrganisationStore
      const count = (yield* store.list({ limit: plenty })).length
      const wanted = yield* Effect.all([founding(), founding(), founding()])
      const tags = yield* Effect.forEach(wanted, (one) => Fixture.tagOf(store.found(one.founding, count + 2)), {
        concurrency: "unbounded"
      })
      assert.deepStrictEqual(tags.toSorted(), ["OrganisationLimitReached", "Success", "Success"])
      const { limit } = yield* refuses(store.found((yield* founding()).founding, count + 2), "OrganisationLimitReached")
      assert.strictEqual(limit, count + 2)
    })
  )

  it.effect("the list has every organisation once, page by page, the newest first", () =>
    Effect.gen(function* () {
      const store = yield* HostedOrganisationStore
      for (let made = 0; made < 5; made++) yield* store.found((yield* founding()).founding, plenty)
      yield* Fixture.owner
      const all = yield* store.list({ limit: plenty })
      const ids = all.map(({ id }) => id)
      assert.deepStrictEqual(ids, ids.toSorted().reverse())
      const paged: Array<OrganisationId> = []
      for (;;) {
        const before = paged.at(-1)
        const page = yield* store.list({ limit: 2, ...(before === undefined ? {} : { before }) })
        paged.push(...page.map(({ id }) => id))
        if (page.length < 2) break
      }
      assert.deepStrictEqual(paged, ids)
    })
  )
}

export const contract = suite("founding organisations", (it) => {
  example(it)
  laws(it)
  listing(it)
})

/** Apart from the other laws: it needs an empty database. */
export const first = {
  contract: suite("the first organisation", (it) => {
    it.effect("of processes that found the first organisation at once, one does; with one there, nothing happens", () =>
      Effect.gen(function* () {
        const store = yield* OrganisationStore
        assert.isTrue(Option.isNone(yield* store.usual))
        const wanted = yield* Effect.forEach([true, true, false, true, true], (invited) => founding({ invited }))
        const made = yield* Effect.forEach(wanted, (one) => store.createFirst(one.founding), {
          concurrency: "unbounded"
        })
        assert.strictEqual(made.filter(Option.isSome).length, 1)
        const winner = wanted[made.findIndex(Option.isSome)]
        const hosted = yield* (yield* HostedOrganisationStore).list({ limit: 10 })
        assert.deepStrictEqual(
          hosted.map(({ id }) => id),
          [winner?.founding.organisation.id]
        )
        assert.deepStrictEqual(yield* store.usual, Option.some(winner?.founding.organisation.id))
        const late = yield* founding()
        assert.isTrue(Option.isNone(yield* store.createFirst(late.founding)))
        assert.isTrue(Option.isNone(yield* store.find(late.founding.organisation.id)))
      })
    )
  })
}

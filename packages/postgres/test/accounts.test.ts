/** Concurrent changes of one account, on a real server. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { InvitationStore } from "@formwork/domain/people/InvitationStore"
import { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { UserStore } from "@formwork/domain/people/UserStore"
import * as Fixture from "@formwork/contract/Fixture"
import { each, processes, unbounded } from "./Processes.ts"

layer(processes, { excludeTestServices: true })("one account at once", (it) => {
  it.effect(
    "of two owners who step down at once one remains, and five changes of one account at once do not deadlock",
    () =>
      Effect.gen(function* () {
        const [here, there] = yield* each(UserStore)
        const [invitations] = yield* each(InvitationStore)
        for (let round = 0; round < 20; round++) {
          const owner = yield* Fixture.owner
          const second = yield* Fixture.person(owner, "owner")
          const down = { role: "admin" } as const
          const tags = yield* Effect.all(
            [
              Fixture.tagOf(here.change(owner, owner.userId, down)),
              Fixture.tagOf(there.change(second.operator, second.user.id, down))
            ],
            unbounded
          )
          assert.deepStrictEqual(tags.toSorted(), ["LastOwner", "Success"])
          const [one, two] = [yield* Fixture.signedIn(second.operator), yield* Fixture.signedIn(second.operator)]
          const { token } = yield* Fixture.renewed(second.operator, second.user.id)
          const ends = yield* Effect.all(
            [
              Fixture.tagOf(here.change(one.caller, second.user.id, { name: "Two" })),
              Fixture.tagOf(there.setPassword(two.caller, PasswordHash.make("$2"))),
              Fixture.tagOf(invitations.accept(token, PasswordHash.make("$3"))),
              Fixture.tagOf(Fixture.renewed(one.caller, second.user.id)),
              Fixture.tagOf(there.deactivate(owner, second.user.id))
            ],
            unbounded
          )
          for (const tag of ends)
            assert.include(
              ["Success", "Unauthenticated", "InvitationRefused", "UserDeactivated", "LastOwner", "PrivilegeMissing"],
              tag
            )
        }
      })
  )

  it.effect(
    "a session that renames its person while another changes the password waits for it, without a deadlock",
    () =>
      Effect.gen(function* () {
        const [here, there] = yield* each(UserStore)
        for (let round = 0; round < 60; round++) {
          const owner = yield* Fixture.owner
          const [one, two] = [yield* Fixture.signedIn(owner), yield* Fixture.signedIn(owner)]
          const tags = yield* Effect.all(
            [
              Fixture.tagOf(here.change(one.caller, owner.userId, { name: "Two" })),
              Fixture.tagOf(there.setPassword(two.caller, PasswordHash.make("$2")))
            ],
            unbounded
          )
          assert.strictEqual(tags[1], "Success")
          assert.include(["Success", "Unauthenticated"], tags[0])
        }
      })
  )
})

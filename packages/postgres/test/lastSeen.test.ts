/** When people were last seen, and what became of invitations: in a database from before that was kept, and beside the sessions. */
import { readFileSync } from "node:fs"
import { assert, layer } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { Layer } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { InvitationStore } from "@formwork/domain/people/InvitationStore"
import { UserStore } from "@formwork/domain/people/UserStore"
import * as Fixture from "@formwork/contract/Fixture"
import type { Ports } from "@formwork/contract/Subject"
import { databases, Raw } from "./Databases.ts"

const migration = readFileSync(new URL("../migrations/0023_last_seen.sql", import.meta.url), "utf8")

const password = PasswordHash.make("$chosen")

const viewsOf = (caller: Caller) => UserStore.use((users) => users.list(caller))

/** A person whose session has made a request that was noted. */
const used = Effect.fnUntraced(function* (owner: Caller) {
  const { operator, user } = yield* Fixture.person(owner, "viewer")
  const { session, token } = yield* Fixture.newSession(operator)
  yield* (yield* Admissions).admit(token)
  const view = Effect.andThen(
    Effect.sleep("2 millis"),
    UserStore.use((users) => users.view(owner, user.id))
  )
  const { lastSeenAt } = yield* Effect.repeat(view, { until: ({ lastSeenAt }) => lastSeenAt !== null })
  return { user, operator, session, token, lastSeenAt }
})

/** Each way that an invitation went, and a person who was here. */
const populated = Effect.gen(function* () {
  const owner = yield* Fixture.owner
  const invitations = yield* InvitationStore
  yield* used(owner)
  const accepted = yield* Fixture.invited(owner, "viewer")
  yield* invitations.accept(accepted.token, password)
  const replaced = yield* Fixture.invited(owner, "viewer")
  yield* invitations.accept((yield* Fixture.renewed(owner, replaced.user.id)).token, password)
  const forgotten = yield* Fixture.invited(owner, "viewer")
  yield* invitations.accept(forgotten.token, password)
  yield* invitations.endLeaked((yield* Fixture.renewed(owner, forgotten.user.id)).token)
  const deactivated = yield* Fixture.invited(owner, "viewer")
  yield* UserStore.use((users) => users.deactivate(owner, deactivated.user.id))
  yield* Fixture.invited(owner, "viewer")
  return owner
})

/** On a server alone: the embedded database is migrated before there is a connection to it. */
const upgrading = (it: Vitest.MethodsNonLive<Ports | Raw>): void => {
  it.effect("a database from before these columns gets them from its sessions and its audit log", () =>
    Effect.gen(function* () {
      const sql = yield* Raw
      const owners = [yield* populated, yield* populated]
      const before = yield* Effect.forEach(owners, viewsOf)
      const accepted = sql`select invitation_id, accepted_at from formwork.invitations order by 1`
      const kept = yield* accepted
      assert.deepStrictEqual(
        before[0]?.map(({ invitation, lastSeenAt }) => [invitation?.state, lastSeenAt !== null]),
        [
          [undefined, false],
          [undefined, true],
          ["accepted", false],
          ["accepted", false],
          ["revoked", false],
          ["revoked", false],
          ["pending", false]
        ]
      )
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`alter table formwork.users drop column last_seen_at`
          yield* sql`drop index formwork.invitations_person_idx`
          yield* sql`alter table formwork.invitations drop column accepted_at`
          // Alone: those after it have run, and find what they take away only once.
          yield* sql.unsafe(`do $do$ begin execute $migration$${migration}$migration$; end $do$`)
        })
      )
      assert.deepStrictEqual(yield* Effect.forEach(owners, viewsOf), before)
      assert.deepStrictEqual(yield* accepted, kept)
    })
  )
}

const sessions = (it: Vitest.MethodsNonLive<Ports | Raw>): void => {
  it.effect("when a person was last seen stays when their sessions are deleted", () =>
    Effect.gen(function* () {
      const sql = yield* Raw
      const owner = yield* Fixture.owner
      const { lastSeenAt, session, user } = yield* used(owner)
      yield* sql.withTransaction(
        Effect.andThen(sql`set local role none`, sql`delete from formwork.sessions where session_id = ${session.id}`)
      )
      assert.deepStrictEqual((yield* UserStore.use((users) => users.view(owner, user.id))).lastSeenAt, lastSeenAt)
    })
  )
}

/** On a server alone: the embedded database has one connection. */
const locks = (it: Vitest.MethodsNonLive<Ports | Raw>): void => {
  it.effect("noting a use waits for a change of the person and holds nothing that the change needs", () =>
    Effect.gen(function* () {
      const sql = yield* Raw
      const owner = yield* Fixture.owner
      const { operator, user } = yield* Fixture.person(owner, "viewer")
      const { session, token } = yield* Fixture.newSession(operator)
      const admissions = yield* Admissions
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select from formwork.users where user_id = ${user.id} for no key update`
          const noting = yield* Effect.forkDetach(admissions.admit(token))
          yield* Fiber.join(noting)
          const waits = sql<{ readonly n: number }>`
            select count(*)::integer as n from pg_stat_activity
             where datname = current_database() and wait_event_type = 'Lock' and query like '%touch_session%'`
          const isWaiting = Effect.map(Effect.andThen(Effect.sleep("5 millis"), waits), ([found]) => found?.n === 1)
          assert.isTrue(yield* Effect.repeat(isWaiting, { until: (is) => is, times: 3_000 }), "nothing waits")
          yield* sql`select from formwork.sessions where session_id = ${session.id} for update nowait`
        })
      )
    })
  )
}

const register = <E>(
  name: string,
  database: Layer.Layer<Ports | Raw, E>,
  more: ReadonlyArray<typeof upgrading>
): void =>
  layer(database, { excludeTestServices: true })(`last seen: ${name}`, (it) => {
    for (const laws of [sessions, ...more]) laws(it)
  })

register("embedded", databases.embedded, [])
register("server", databases.server, [upgrading, locks])

/** What the database alone decides about a credential: by pepper, by its creator, and by the database's clock. */
import { assert, layer } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { Effect, Exit, Layer, Logger, Redacted } from "effect"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import type { Caller } from "@formwork/domain/callers/Caller"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { CredentialStore } from "@formwork/domain/credentials/CredentialStore"
import { SessionStore, waitSeconds } from "@formwork/domain/people/SessionStore"
import type { Token } from "@formwork/domain/credentials/Token"
import { PasswordHash } from "@formwork/domain/credentials/PasswordHasher"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import * as Fixture from "@formwork/contract/Fixture"
import type { Ports } from "@formwork/contract/Subject"
import * as Stores from "../src/Stores.ts"
import { TenantDatabase } from "../src/database/TenantDatabase.ts"
import { attempt, databases, Raw, superuser } from "./Databases.ts"
import { crypto, plenty } from "./Subject.ts"

const key = (byte: number) => Redacted.make(new Uint8Array(32).fill(byte))

/** Admits `token` with these peppers, which may differ from the key's. */
const admitUnder = Effect.fnUntraced(function* (token: Token, peppers: Parameters<typeof TokenHasher.layer>[0]) {
  const database = yield* TenantDatabase
  const stores = Stores.layer(plenty).pipe(
    Layer.provide(TokenHasher.layer(peppers)),
    Layer.provide(crypto),
    Layer.provide(Layer.succeed(TenantDatabase, database)),
    Layer.fresh
  )
  return yield* Effect.result(Admissions.use((admissions) => admissions.admit(token)).pipe(Effect.provide(stores)))
})

/** Runs `statement` as the superuser, and commits it. */
const superuserDone = (statement: string, parameters: ReadonlyArray<unknown>) =>
  Raw.use((sql) => sql.withTransaction(Effect.andThen(sql`set local role none`, sql.unsafe(statement, parameters))))

const laws = (it: Vitest.MethodsNonLive<Ports | CredentialStore | Raw | TenantDatabase>): void => {
  it.effect("a key made under the previous pepper is admitted; one made under an unknown pepper is refused", () =>
    Effect.gen(function* () {
      const { token } = yield* Fixture.newKey(yield* Fixture.owner, [])
      const rotated = yield* admitUnder(token, [
        { id: "next", key: key(8) },
        { id: "current", key: key(7) }
      ])
      assert.strictEqual(rotated._tag, "Success")
      const dropped = yield* admitUnder(token, [{ id: "next", key: key(8) }])
      assert.strictEqual(dropped._tag, "Failure")
      const renamed = yield* admitUnder(token, [{ id: "next", key: key(7) }])
      assert.strictEqual(renamed._tag, "Failure", "the right hash under another pepper's name")
    })
  )

  it.effect(
    "a process whose pepper is not the database's says so once, and one that has accepted a key says nothing",
    () =>
      Effect.gen(function* () {
        const { token } = yield* Fixture.newKey(yield* Fixture.owner, [])
        const said: Array<string> = []
        const log = Logger.layer([Logger.make<unknown, void>(({ message }) => void said.push(String(message)))])
        const database = yield* TenantDatabase
        const under = (byte: number, id: string) =>
          Stores.layer(plenty).pipe(
            Layer.provide(TokenHasher.layer([{ id, key: key(byte) }])),
            Layer.provide(crypto),
            Layer.provide(Layer.succeed(TenantDatabase, database)),
            Layer.fresh
          )
        const forged = { ...token, text: Redacted.make(`${Redacted.value(token.text)}x`) }
        const admit = (one: Token) => Admissions.use((admissions) => Effect.exit(admissions.admit(one)))
        const wrong = yield* Effect.replicateEffect(admit(token), 3).pipe(Effect.provide([under(8, "other"), log]))
        assert.isTrue(wrong.every(Exit.isFailure))
        assert.lengthOf(said, 1)
        assert.include(said[0], "KEY_PEPPER")
        const right = yield* Effect.forEach([token, forged], admit).pipe(Effect.provide([under(7, "current"), log]))
        assert.deepStrictEqual(right.map(Exit.isSuccess), [true, false])
        assert.lengthOf(said, 1)
      })
  )

  it.effect("a key whose creator was deactivated is refused, by Admissions and by CredentialStore", () =>
    Effect.gen(function* () {
      const sql = yield* Raw
      const credentials = yield* CredentialStore
      const admissions = yield* Admissions
      const owner = yield* Fixture.owner
      const { token } = yield* Fixture.newKey(owner, ["form:read"])
      assert.deepStrictEqual((yield* credentials.authenticate(token)).privileges, ["form:read"])
      yield* sql.withTransaction(
        Effect.andThen(
          Effect.andThen(
            sql`set local role none`,
            sql`select set_config('app.organisation_id', ${owner.organisationId}, true)`
          ),
          sql`update formwork.users set deactivated_at = now() where user_id = ${owner.userId}`
        )
      )
      assert.strictEqual((yield* Effect.flip(credentials.authenticate(token)))._tag, "Unauthenticated")
      assert.strictEqual((yield* Effect.flip(admissions.admit(token)))._tag, "Unauthenticated")
    })
  )

  it.effect("the database makes an attempt wait as long as the domain says", () =>
    Effect.gen(function* () {
      const rows = yield* superuser(
        "select n, extract(epoch from formwork.wait_after(n))::integer as seconds from generate_series(0, 40) n"
      )
      assert.strictEqual(rows.length, 41)
      for (const { n, seconds } of rows) assert.strictEqual(seconds, waitSeconds(Number(n)))
      const [longest] = yield* superuser("select formwork.wait_after(2147483647)::text as longest")
      assert.deepStrictEqual({ ...longest }, { longest: "00:05:00" })
    })
  )

  it.effect("failures are forgotten after a day, and new addresses clear old ones away, ten each", () =>
    Effect.gen(function* () {
      const sessions = yield* SessionStore
      const { organisationId } = yield* Fixture.owner
      const tables = ["sign_in_failures", "sign_in_places"]
      const age = Effect.forEach(tables, (table) =>
        superuserDone(
          `update formwork_auth.${table} set last_at = last_at - interval '1 day' where organisation_id = $1`,
          [organisationId]
        )
      )
      const tried = (email: string) => Fixture.tagOf(sessions.attempt(organisationId, email, Fixture.nowhere))
      for (let count = 0; count < 13; count++) yield* tried("a@b.example")
      assert.strictEqual(yield* tried("a@b.example"), "SignInThrottled")
      for (let address = 0; address < 25; address++) yield* tried(`${address}@b.example`)
      yield* age
      for (let count = 0; count < 12; count++) assert.strictEqual(yield* tried("a@b.example"), "Success")
      assert.strictEqual(yield* tried("a@b.example"), "SignInThrottled")
      for (let address = 0; address < 3; address++) yield* tried(`new${address}@b.example`)
      for (const table of tables) {
        const [left] = yield* superuser(
          `select count(*)::integer as n from formwork_auth.${table} where organisation_id = $1`,
          [organisationId]
        )
        assert.deepStrictEqual({ ...left }, { n: 4 }, table)
      }
    })
  )

  it.effect("each new session deletes ten of the organisation's that expired 30 days ago, and no others", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const stranger = yield* Fixture.owner
      const { operator } = yield* Fixture.person(owner, "author")
      for (const who of [owner, operator, stranger])
        for (let session = 0; session < 9; session++) yield* Fixture.newSession(who)
      // Ids begin with the time. One that began as long ago, and goes on, stays.
      const started = "overlay(session_id::text placing '00000000-0000' from 1 for 13)::uuid"
      yield* superuserDone(
        `update formwork.sessions
            set session_id = ${started}, expires_at = clock_timestamp() - interval '30 days',
                ended_at = case when user_id = $3 then created_at end
          where organisation_id = any ($1::uuid[]) and session_id <> $2`,
        [
          [owner.organisationId, stranger.organisationId],
          (yield* Fixture.newSession(owner)).session.id,
          operator.userId
        ]
      )
      const goesOn = (yield* Fixture.newSession(owner)).session.id
      yield* superuserDone(`update formwork.sessions set session_id = ${started} where session_id = $1`, [goesOn])
      const count = Effect.fnUntraced(function* ({ organisationId }: Caller) {
        const [row] = yield* superuser(
          "select count(*)::integer as n from formwork.sessions where organisation_id = $1",
          [organisationId]
        )
        return row?.["n"]
      })
      assert.strictEqual(yield* count(owner), 10)
      yield* Fixture.newSession(owner)
      assert.strictEqual(yield* count(owner), 3)
      yield* Fixture.newSession(owner)
      assert.strictEqual(yield* count(owner), 4)
      assert.strictEqual(yield* count(stranger), 9)
    })
  )

  it.effect("the server's role learns how a password was hashed, and no call gives it the hash", () =>
    Effect.gen(function* () {
      const owner = yield* Fixture.owner
      const stored = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA"
      const { user } = yield* Fixture.person(owner, "author", { password: PasswordHash.make(stored) })
      const as = { role: "formwork_api", organisation: owner.organisationId }
      const attempted = yield* attempt(as, "select * from formwork_auth.attempt($1, $2, 'network 192.0.2.1', false)", [
        owner.organisationId,
        user.email
      ])
      assert.include(JSON.stringify(attempted), "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA")
      assert.notInclude(JSON.stringify(attempted), "aGFzaA")
      for (const [given, is] of [
        [stored, true],
        [`${stored}x`, false],
        [null, false]
      ] as const) {
        const proven = yield* attempt(as, "select formwork_auth.proves_password($1, $2, $3) as is", [
          owner.organisationId,
          user.id,
          given
        ])
        assert.deepStrictEqual(proven, { _tag: "Rows", rows: [{ is }] })
      }
      const refused = yield* attempt(as, "select password_hash from formwork.users")
      assert.strictEqual(refused._tag === "Refused" ? refused.state : refused._tag, "42501")
    })
  )

  it.effect("a clock that is set back brings no key back, and an overlap ends by the database's clock", () =>
    Effect.gen(function* () {
      const keys = yield* ApiKeyStore
      const owner = yield* Fixture.owner
      const revoked = yield* Fixture.newKey(owner, [])
      const rotated = yield* Fixture.newKey(owner, [])
      yield* keys.revoke(owner, revoked.key.id, "manual")
      yield* Fixture.rotate(owner, rotated.key.id, { overlapMillis: 60_000 })
      const shift = (interval: string) =>
        superuserDone(
          "update formwork.api_keys set revoked_at = revoked_at + $2::interval where organisation_id = $1",
          [owner.organisationId, interval]
        )
      yield* shift("1 hour")
      assert.strictEqual(yield* Fixture.verdict(revoked.token), "revoked")
      assert.strictEqual(yield* Fixture.verdict(rotated.token), "good")
      yield* shift("-2 hours")
      assert.strictEqual(yield* Fixture.verdict(rotated.token), "revoked")
    })
  )

  it.effect("a key that has expired is never admitted, whatever this process's clock says", () =>
    Effect.gen(function* () {
      const admissions = yield* Admissions
      const owner = yield* Fixture.owner
      const { token } = yield* Fixture.newKey(owner, [])
      yield* superuserDone("update formwork.api_keys set expires_at = to_timestamp(0) where organisation_id = $1", [
        owner.organisationId
      ])
      assert.strictEqual((yield* Effect.flip(admissions.admit(token)))._tag, "Unauthenticated")
    })
  )

  it.effect("the row of a key holds neither the token nor a hash of it without a pepper", () =>
    Effect.gen(function* () {
      const sql = yield* Raw
      const { token } = yield* Fixture.newKey(yield* Fixture.owner, [])
      const text = Redacted.value(token.text)
      const [row] = yield* sql.withTransaction(
        Effect.andThen(
          sql`set local role none`,
          sql<
            Readonly<Record<"row" | "plain", string>>
          >`select k::text as row, encode(sha256(convert_to(${text}, 'UTF8')), 'hex') as plain from formwork.api_keys k where key_id = ${token.credentialId}`
        )
      )
      assert.isDefined(row)
      assert.notInclude(row?.row, text)
      assert.notInclude(row?.row, row?.plain ?? "")
    })
  )
}

for (const name of ["embedded", "server"] as const) {
  layer(databases[name], { excludeTestServices: true })(`credentials: ${name}`, laws)
}

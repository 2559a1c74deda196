/** What the database alone decides about a credential: by pepper, by its creator, and by the database's clock. */
import { assert, layer } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { Admissions } from "@formwork/domain/credentials/Admissions"
import { ApiKeyStore } from "@formwork/domain/keys/ApiKeyStore"
import { CredentialStore } from "@formwork/domain/credentials/CredentialStore"
import { SessionStore, waitSeconds } from "@formwork/domain/people/SessionStore"
import type { Token } from "@formwork/domain/credentials/Token"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import * as Fixture from "@formwork/contract/Fixture"
import type { Ports } from "@formwork/contract/Subject"
import * as Stores from "../src/Stores.ts"
import { TenantDatabase } from "../src/database/TenantDatabase.ts"
import { databases, Raw, superuser } from "./Databases.ts"
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

  it.effect("failures are forgotten after a day, and new addresses clear old ones away", () =>
    Effect.gen(function* () {
      const sessions = yield* SessionStore
      const { organisationId } = yield* Fixture.owner
      const age = superuserDone(
        "update formwork_auth.sign_in_failures set last_at = last_at - interval '1 day' where organisation_id = $1",
        [organisationId]
      )
      const attempt = (email: string) => Fixture.tagOf(sessions.attempt(organisationId, email))
      for (let count = 0; count < 13; count++) yield* attempt("a@b.example")
      assert.strictEqual(yield* attempt("a@b.example"), "SignInThrottled")
      for (let address = 0; address < 6; address++) yield* attempt(`${address}@b.example`)
      yield* age
      for (let count = 0; count < 12; count++) assert.strictEqual(yield* attempt("a@b.example"), "Success")
      assert.strictEqual(yield* attempt("a@b.example"), "SignInThrottled")
      for (let address = 0; address < 3; address++) yield* attempt(`new${address}@b.example`)
      const [left] = yield* superuser(
        "select count(*)::integer as n from formwork_auth.sign_in_failures where organisation_id = $1",
        [organisationId]
      )
      assert.deepStrictEqual({ ...left }, { n: 4 })
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

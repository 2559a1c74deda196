/** What the database alone decides about a credential: peppers, its creator's standing, its own clock. */
import { assert, layer } from "@effect/vitest"
import type { Vitest } from "@effect/vitest"
import { DateTime, Effect, Layer, Redacted } from "effect"
import { Admissions } from "@formwork/domain/keys/Admissions"
import { CredentialStore } from "@formwork/domain/keys/CredentialStore"
import type { Token } from "@formwork/domain/keys/Token"
import { TokenHasher } from "@formwork/domain/keys/TokenHasher"
import * as Fixture from "@formwork/memory/contract/Fixture"
import type { Ports } from "@formwork/memory/contract/Subject"
import * as Stores from "../src/Stores.ts"
import { Tenant } from "../src/Tenant.ts"
import { databases, Raw } from "./Databases.ts"
import { crypto, plenty } from "./Subject.ts"

const key = (byte: number) => Redacted.make(new Uint8Array(32).fill(byte))

/** Admits under other peppers than those that the key was made under. */
const admitUnder = Effect.fnUntraced(function* (token: Token, peppers: Parameters<typeof TokenHasher.layer>[0]) {
  const tenant = yield* Tenant
  const stores = Stores.layer(plenty).pipe(
    Layer.provide(TokenHasher.layer(peppers)),
    Layer.provide(crypto),
    Layer.provide(Layer.succeed(Tenant, tenant)),
    Layer.fresh
  )
  return yield* Effect.result(Admissions.use((admissions) => admissions.admit(token)).pipe(Effect.provide(stores)))
})

const laws = (it: Vitest.MethodsNonLive<Ports | CredentialStore | Raw | Tenant>): void => {
  it.effect("a key made under the pepper before this one is still admitted; under none of ours it is not", () =>
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

  it.effect("a key whose creator was deactivated is refused, counting or not", () =>
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

  it.effect("a key that was made expired is never admitted, whatever this process's clock says", () =>
    Effect.gen(function* () {
      const admissions = yield* Admissions
      const expiresAt = DateTime.makeUnsafe(0)
      const { token } = yield* Fixture.newKey(yield* Fixture.owner, [], { expiresAt })
      assert.strictEqual((yield* Effect.flip(admissions.admit(token)))._tag, "Unauthenticated")
    })
  )

  it.effect("neither the token nor its hash under no pepper is anywhere in the database", () =>
    Effect.gen(function* () {
      const sql = yield* Raw
      const { token } = yield* Fixture.newKey(yield* Fixture.owner, [])
      const text = Redacted.value(token.text)
      const rows = yield* sql.withTransaction(
        Effect.andThen(
          sql`set local role none`,
          sql`select k::text as row, encode(sha256(convert_to(${text}, 'UTF8')), 'hex') as plain from formwork.api_keys k where key_id = ${token.credentialId}`
        )
      )
      const [row] = rows as ReadonlyArray<{ readonly row: string; readonly plain: string }>
      assert.isDefined(row)
      assert.notInclude(row?.row, text)
      assert.notInclude(row?.row, row?.plain ?? "")
    })
  )
}

for (const name of ["embedded", "server"] as const) {
  layer(databases[name], { excludeTestServices: true })(`credentials: ${name}`, laws)
}

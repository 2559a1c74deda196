/** Postgres' messages and details quote values. A failure that leaves the adapter has none of its words, so no log has them. */
import { assert, layer } from "@effect/vitest"
import { Cause, Effect, Exit, Logger } from "effect"
import { inspect } from "node:util"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import { DocumentStore } from "@formwork/domain/sending/DocumentStore"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import { only } from "@formwork/contract/assertions"
import { noConflict } from "../src/database/SqlFailure.ts"
import { TenantDatabase } from "../src/database/TenantDatabase.ts"
import type { Sql } from "../src/database/TenantDatabase.ts"
import { Worker } from "../src/database/Worker.ts"
import { databases, Raw } from "./Databases.ts"

const canary = "canary-4711"

/** Everything that a logger could write of what it gets. */
const everything = (all: ReadonlyArray<unknown>): string =>
  all
    .flatMap((one) => [inspect(one, { depth: 20, showHidden: true }), JSON.stringify(one), String(one)])
    .concat(all.flatMap((one) => (Cause.isCause(one) ? [Cause.pretty(one)] : [])))
    .join("\n")

const causeOf = <A, E, R>(self: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.exit(self), (exit) => (Exit.isFailure(exit) ? exit.cause : assert.fail("it succeeded")))

/** A word of the caller's that is no number: Postgres quotes it in its message. */
const quoted = (sql: Sql) => sql`select ${canary}::text::integer as n`

/** A row that breaks a constraint: Postgres quotes it in its detail. */
const failing = (sql: Sql) => sql`select ${canary}::public.formwork_test_word as word`

/** A name that is taken: Postgres quotes it in its detail. */
const taken = (sql: Sql) => sql`insert into public.formwork_test_names values (${canary})`

/** A transaction that another undoes. Postgres' message says so, and quotes nothing; its detail may. */
const undone = (sql: Sql) =>
  sql`do $$ begin raise exception 'undone' using errcode = '40001', detail = 'canary-4711'; end $$`

/** Runs as the superuser, whatever role the connection has. */
const asSuperuser = (...statements: ReadonlyArray<string>) =>
  Effect.flatMap(Raw, (sql) =>
    sql.withTransaction(
      Effect.forEach(["set local role none", ...statements], (statement) => sql.unsafe(statement).unprepared)
    )
  )

const prepared = asSuperuser(
  "create domain public.formwork_test_word as text constraint formwork_test_short check (length(value) < 5)",
  "create table public.formwork_test_names (name text constraint formwork_test_names_key primary key)",
  `insert into public.formwork_test_names values ('${canary}')`,
  "grant usage on schema public to formwork_api, formwork_worker",
  "grant insert on public.formwork_test_names to formwork_api, formwork_worker"
)

for (const [name, database] of Object.entries(databases)) {
  layer(database, { excludeTestServices: true })(`the words of the database (${name})`, (it) => {
    it.effect("a failure has the SQLSTATE, the names and the place, and no word of the database's", () =>
      Effect.gen(function* () {
        yield* prepared
        const { owner, version } = yield* FiringFixture.setting
        const tenants = yield* TenantDatabase
        const worker = yield* Worker
        const { ids } = yield* FiringFixture.file(owner, version, [FiringFixture.note])
        assert.lengthOf(ids, 1)
        const ways = (statement: (sql: Sql) => ReturnType<Sql>) => [
          tenants.call("read", owner, statement),
          tenants.call("write", owner, statement),
          tenants.common("read", statement),
          tenants.transaction(owner, statement),
          worker.across(statement),
          worker.within(owner.organisationId, statement)
        ]
        const cases = [
          [quoted, /SQLSTATE 22P02/u],
          [failing, /SQLSTATE 23514, constraint formwork_test_short/u],
          [taken, /SQLSTATE 23505, constraint formwork_test_names_key/u],
          [undone, /SQLSTATE 40001/u]
        ] as const
        for (const [statement, shows] of cases)
          for (const way of ways(statement).flatMap((one) => [one, noConflict(one), Effect.orDie(one)])) {
            const cause = yield* causeOf(way)
            assert.notInclude(everything([cause]), canary)
            assert.match(Cause.pretty(cause), shows)
            assert.match(Cause.pretty(cause), /\n\s+at /u, "where it happened stays")
            assert.strictEqual(Cause.squash(cause) instanceof Unavailable, statement === undone)
          }
      })
    )

    it.effect("a document that cannot be stored is logged without the values of its row", () =>
      Effect.gen(function* () {
        const { owner, version } = yield* FiringFixture.setting
        const { ids } = yield* FiringFixture.file(owner, version, [FiringFixture.note])
        yield* asSuperuser(
          `alter table formwork.documents add constraint documents_test check (file_name <> '${canary}')`
        )
        const logged: Array<unknown> = []
        const log = Logger.make(({ cause, message }) => void logged.push(message, cause))
        const file = { fileName: canary, mediaType: "application/pdf", bytes: Uint8Array.of(1) } as const
        const documents = yield* DocumentStore
        const refused = yield* documents
          .put(owner.organisationId, only(ids), file)
          .pipe(Effect.flip, Effect.provide(Logger.layer([log])))
        assert.strictEqual(refused._tag, "DocumentNotStored")
        assert.include(everything(logged), "a document could not be stored")
        assert.include(everything(logged), "documents_test")
        assert.notInclude(everything(logged), canary)
      })
    )
  })
}

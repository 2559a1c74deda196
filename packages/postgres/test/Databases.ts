/** The two databases that this package runs on, each with its stores, and one connection without them. */
import { Context, Effect, Layer, Logger } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import * as Pglite from "../src/embedded/Pglite.ts"
import * as Operator from "../src/database/Operator.ts"
import * as MemoryTemplate from "../src/testing/MemoryTemplate.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import * as TenantDatabase from "../src/database/TenantDatabase.ts"
import { sqlStateOf } from "../src/database/SqlFailure.ts"
import * as Worker from "../src/database/Worker.ts"
import { ports } from "./Subject.ts"

/** A connection whose login is a superuser, and so can take every role. */
export class Raw extends Context.Service<Raw, SqlClient.SqlClient>()("test/Raw") {}

const embedded = Layer.effectContext(
  Effect.gen(function* () {
    const sql = yield* Pglite.prepared(yield* Pglite.openMemory)
    return Context.make(Raw, sql).pipe(
      Context.add(TenantDatabase.TenantDatabase, TenantDatabase.make({ reads: sql, writes: sql })),
      Context.add(Worker.Worker, Worker.make(sql, true)),
      Context.add(Operator.Operator, Operator.make(sql, true))
    )
  })
).pipe(Layer.provide(Layer.merge(Logger.layer([]), MemoryTemplate.layer)))

const server = Layer.unwrap(
  Effect.map(TestServer.migrated, ({ admin }) =>
    Layer.merge(TestServer.whole(admin), Layer.effect(Raw, TestServer.connect(admin)))
  )
)

export const databases = { embedded: ports(embedded), server: ports(server) }

/** The result of a statement: its rows, or the SQLSTATE and message of its refusal. */
export type Outcome =
  | { readonly _tag: "Rows"; readonly rows: ReadonlyArray<Record<string, unknown>> }
  | { readonly _tag: "Refused"; readonly state: string; readonly message: string }

export interface Actor {
  readonly role: string
  /** Null: none is set. */
  readonly organisation: string | null
}

class Undo extends Error {
  readonly outcome: Outcome
  constructor(outcome: Outcome) {
    super("undo")
    this.outcome = outcome
  }
}

/** Runs `statement` as `actor`, then `check` as the superuser, and undoes both. */
export const attempt = Effect.fnUntraced(function* (
  { organisation, role }: Actor,
  statement: string,
  parameters: ReadonlyArray<unknown> = [],
  check: Effect.Effect<void, SqlError.SqlError, Raw> = Effect.void
) {
  const sql = yield* Raw
  return yield* sql
    .withTransaction(
      Effect.gen(function* () {
        yield* sql.unsafe(`set local role ${role}`)
        if (organisation !== null) yield* sql`select set_config('app.organisation_id', ${organisation}, true)`
        const rows = yield* sql.unsafe<Record<string, unknown>>(statement, parameters)
        yield* sql`set local role none`
        yield* check
        return yield* Effect.fail(new Undo({ _tag: "Rows", rows }))
      })
    )
    .pipe(
      Effect.catch((error): Effect.Effect<Outcome> =>
        error instanceof Undo
          ? Effect.succeed(error.outcome)
          : Effect.succeed({
              _tag: "Refused",
              state: sqlStateOf(error) ?? "",
              message: error.reason.message + String(error.reason.cause)
            })
      )
    )
})

/** Runs `statement` as the superuser. */
export const superuser = Effect.fnUntraced(function* (statement: string, parameters: ReadonlyArray<unknown> = []) {
  const outcome = yield* attempt({ role: "none", organisation: null }, statement, parameters)
  return outcome._tag === "Rows" ? outcome.rows : yield* Effect.die(new Error(outcome.message))
})

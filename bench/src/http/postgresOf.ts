/** The Postgres server behind a database. */
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import * as Cpu from "./cpu.ts"

/** @returns the process id of the server: the parent of its backends. */
export const postgresOf = (databaseUrl: string): Promise<number> =>
  Effect.gen(function* () {
    const sql = yield* PgClient.make({ url: Redacted.make(databaseUrl), maxConnections: 1 })
    const [row] = yield* sql<{ readonly pid: number }>`select pg_backend_pid() as pid`
    return Cpu.parentOf(row?.pid ?? Number.NaN)
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.runPromise)

/** The servers of a run: the bare one, ours over adapters in memory, and the one that users run, on a Postgres of its own. */
import { Effect, Redacted } from "effect"
import { Reactivity } from "effect/reactivity"
import { PgClient } from "@effect/sql-pg"
import { example } from "../demo.ts"
import * as Arena from "../filing/Arena.ts"
import * as Cpu from "./cpu.ts"
import * as Least from "./least.ts"
import * as Programs from "./programs.ts"

export interface World {
  readonly bare: Programs.Program & { readonly address: string }
  readonly memory: Programs.Program & {
    readonly address: string
    /** The demo quote. */
    readonly form: string
    /** The form of `tariff.ts`. */
    readonly tariff: string
    readonly token: string
  }
  readonly arena: Arena.Arena
  readonly postmaster: number
  readonly stop: () => Promise<void>
}

/** @param flags of the Node of our servers. */
export const start = async (flags: ReadonlyArray<string>): Promise<World> => {
  const { line, ...memoryServer } = await Programs.start("memoryServer", "{", [], flags)
  const { address, form, tariff, token }: Readonly<Record<"address" | "form" | "tariff" | "token", string>> =
    JSON.parse(line)
  const memory = { ...memoryServer, address, form, tariff, token }
  const answer = await fetch(`${address}/api/platform/v1/forms/${form}/evaluate`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ data: example })
  })
  if (answer.status !== 200) throw new Error(`the demo quote was answered ${answer.status} ${await answer.text()}`)
  const { line: bareAddress, ...bareServer } = await Programs.start("bareServer", "http", [await answer.text()], [])
  const arena = await Arena.start(50, { LOG_LEVEL: "Info" }, flags)
  const stop = async () => {
    await Promise.all([arena.stop(), memory.stop(), bareServer.stop()])
  }
  return {
    bare: { ...bareServer, address: bareAddress },
    memory,
    arena,
    postmaster: await prepare(arena.databaseUrl),
    stop
  }
}

/** The Postgres server behind a database: a backend's parent. Prepares the tables of the least statements. */
const prepare = (databaseUrl: string): Promise<number> =>
  Effect.gen(function* () {
    const sql = yield* PgClient.make({ url: Redacted.make(databaseUrl), maxConnections: 1 })
    yield* sql.unsafe(`do $do$ begin execute $schema$${Least.schema}$schema$; end $do$`)
    const [row] = yield* sql`select pg_backend_pid() as pid`
    return Cpu.parentOf(Number(row?.["pid"]))
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.runPromise)

/** A coordinator and its nodes with Citus, for the length of one process: where this machine has Citus for its Postgres. */
import { Effect, Layer, Logger, Redacted } from "effect"
import type { Scope } from "effect"
import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync, readFileSync, realpathSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { binaries } from "./Binaries.ts"
import * as Cluster from "./Cluster.ts"
import { serverUser } from "./ServerUser.ts"
import * as Server from "../database/Server.ts"
import { connect, whole } from "./TestServer.ts"

/** The coordinator first. */
type Servers = readonly [Cluster.Cluster, ...Array<Cluster.Cluster>]

/** What this machine lacks, or undefined where it has Citus for its Postgres. */
export const missing = async (): Promise<string | undefined> => {
  // The programs may be links: what belongs to them stands beside what they lead to.
  const bin = dirname(realpathSync(join(await binaries(tmpdir(), serverUser()), "postgres")))
  const config = join(bin, "pg_config")
  const has =
    existsSync(config) &&
    existsSync(join(execFileSync(config, ["--sharedir"], { encoding: "utf8" }).trim(), "extension", "citus.control"))
  return has ? undefined : "this machine's Postgres has no Citus."
}

/** Why there are no such tests here, or undefined where there are. */
export const absent = async (): Promise<string | undefined> => {
  const lacks = await missing()
  if (lacks !== undefined) return `The tests on a cluster are skipped: ${lacks}`
  try {
    await (servers ??= start(2))
  } catch (error) {
    if (!String(error).includes("could not load library")) throw error
    return "The tests on a cluster are skipped: this machine's Citus was built for another release of its Postgres."
  }
  return undefined
}

const settings = [
  "shared_preload_libraries=citus",
  "wal_level=logical",
  "max_connections=200",
  "max_prepared_transactions=200",
  "citus.node_conninfo=sslmode=prefer",
  "citus.shard_count=8"
]

let servers: Promise<Servers> | undefined

/** @param nodes besides the coordinator. @param more settings of each server. */
const start = async (nodes: number, more: ReadonlyArray<string> = []): Promise<Servers> => {
  const coordinator = await one(more)
  const others: Array<Cluster.Cluster> = []
  for (let node = 0; node < nodes; node++) others.push(await one(more))
  return [coordinator, ...others]
}

/** A node lets the others in without a password, as in a network of their own. */
const one = async (more: ReadonlyArray<string>): Promise<Cluster.Cluster> => {
  const server = await Cluster.start([...settings, ...more])
  const access = join(server.data, "pg_hba.conf")
  writeFileSync(access, readFileSync(access, "utf8").replaceAll("scram-sha-256", "trust"))
  await run(server.url, "select pg_reload_conf()")
  return server
}

const run = (url: string, statement: string) =>
  Effect.runPromise(
    Effect.scoped(Effect.flatMap(connect(Redacted.make(url)), (sql) => sql.unsafe(statement).unprepared))
  )

const inDatabase = (url: string, name: string): string => {
  const own = new URL(url)
  own.pathname = `/${name}`
  return own.href
}

/** A database of that name on every server, with the extension, in which the coordinator knows the others. */
const makeDatabase = async ([coordinator, ...nodes]: Servers, name: string): Promise<string> => {
  for (const { url } of [coordinator, ...nodes]) {
    await run(url, `create database ${name}`)
    await run(inDatabase(url, name), "create extension citus")
  }
  const url = inDatabase(coordinator.url, name)
  await run(url, `select citus_set_coordinator_host('127.0.0.1', ${new URL(coordinator.url).port})`)
  for (const node of nodes) await run(url, `select citus_add_node('127.0.0.1', ${new URL(node.url).port})`)
  return url
}

/** Servers that all databases of this process share: a coordinator and two nodes. */
const shared = Effect.promise(() => (servers ??= start(2)))

const fresh = (): string => `formwork_test_${randomBytes(8).toString("hex")}`

const dropping = (all: Servers, name: string) =>
  Effect.addFinalizer(() =>
    Effect.promise(async () => {
      for (const { url } of all) await run(url, `drop database ${name} with (force)`).catch(() => undefined)
    })
  )

/** An empty database of its own, in which the coordinator knows the nodes. */
export const empty: Effect.Effect<Redacted.Redacted<string>, never, Scope.Scope> = Effect.gen(function* () {
  const all = yield* shared
  const name = fresh()
  yield* dropping(all, name)
  return Redacted.make(yield* Effect.promise(() => makeDatabase(all, name)))
})

const divide = (url: Redacted.Redacted<string>) =>
  Effect.andThen(
    Server.migrate(url),
    Server.distribute(url, () => Effect.void)
  ).pipe(Effect.provide(Logger.layer([])))

/** The name of a database with the schema and nothing else, on every server. It allows no connections, because Citus' own processes would make some. */
const template = Effect.runSync(
  Effect.cached(
    Effect.gen(function* () {
      const all = yield* shared
      const name = "formwork_template"
      yield* divide(Redacted.make(yield* Effect.promise(() => makeDatabase(all, name))))
      for (const { url } of all) yield* Effect.promise(() => run(url, `alter database ${name} allow_connections false`))
      return name
    })
  )
)

const copy = async ({ url }: Cluster.Cluster, like: string, name: string): Promise<void> => {
  await run(url, `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${like}'`)
  await run(url, `create database ${name} template ${like}`)
  await run(
    url,
    `update pg_database set datallowconn = true, datacl = (select datacl from pg_database where datname = '${like}')
      where datname = '${name}'`
  )
}

/**
 * Servers of their own, for tests that stop one and for measuring: the database that is divided among them, and the servers.
 * @param more settings of each server.
 */
export const own = Effect.fnUntraced(function* (count: number, more: ReadonlyArray<string> = []) {
  const all = yield* Effect.acquireRelease(
    Effect.promise(() => start(count, more)),
    (servers) => Effect.promise(() => Promise.all(servers.map(({ stop }) => stop())))
  )
  const [coordinator, ...nodes] = all
  const url = Redacted.make(yield* Effect.promise(() => makeDatabase(all, "formwork")))
  yield* divide(url)
  return { url, coordinator, nodes }
})

/** A database with the schema and nothing else, divided among the nodes. */
export const distributed = Effect.gen(function* () {
  const all = yield* shared
  const like = yield* template
  const name = fresh()
  yield* dropping(all, name)
  for (const server of all) yield* Effect.promise(() => copy(server, like, name))
  return Redacted.make(inDatabase(all[0].url, name))
})

/** What a server, its dispatcher and its operator run on, over a fresh database. */
export const layer = Layer.unwrap(Effect.map(distributed, whole))

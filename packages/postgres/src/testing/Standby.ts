/** A standby of a test server: it follows, answers reads, and becomes the primary when a test promotes it. */
import { Effect, Redacted } from "effect"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Cluster from "./Cluster.ts"
import * as TestServer from "./TestServer.ts"

const connect = ({ url }: Cluster.Cluster) => TestServer.connect(Redacted.make(url))

/** Starts one from a copy of the primary's files: some packages of Postgres have no pg_basebackup. */
export const start = Effect.fnUntraced(function* (primary: Cluster.Cluster) {
  const sql = yield* connect(primary)
  yield* sql`select pg_backup_start('standby', true)::text`
  const copy = Cluster.copyFiles(primary)
  const [label] = yield* sql<{ text: string }>`select labelfile as text from pg_backup_stop(false)`
  writeFileSync(join(copy.data, "backup_label"), label?.text ?? "")
  writeFileSync(join(copy.data, "standby.signal"), "")
  const { hostname, password, port, username } = new URL(primary.url)
  const follows = `primary_conninfo=host=${hostname} port=${port} user=${username} password=${password}`
  return yield* Effect.promise(() => Cluster.startCopy(primary, copy, [follows]))
}, Effect.scoped)

/** Makes it the primary; resolves when it takes writes. */
export const promote = (standby: Cluster.Cluster) =>
  Effect.scoped(Effect.flatMap(connect(standby), (sql) => sql`select pg_promote(true, 60)`))

/** Waits until the standby has all that the primary has. */
export const caughtUp = Effect.fnUntraced(function* (primary: Cluster.Cluster, standby: Cluster.Cluster) {
  const [from, to] = [yield* connect(primary), yield* connect(standby)]
  const [reached] = yield* from<{ at: string }>`select pg_current_wal_insert_lsn()::text as at`
  yield* to<{ there: boolean }>`select pg_last_wal_replay_lsn() >= ${reached?.at ?? ""}::pg_lsn as there`.pipe(
    Effect.repeat({ until: (rows) => rows[0]?.there === true })
  )
}, Effect.scoped)

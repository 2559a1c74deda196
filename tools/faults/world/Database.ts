/** A Postgres server for the run, and what its superuser can do to it and see in it. */
import { Effect, Logger, Redacted, Result } from "effect"
import type { SqlClient } from "effect/sql"
import { setTimeout as sleep } from "node:timers/promises"
import * as Server from "@formwork/postgres/database/Server"
import * as Cluster from "@formwork/postgres/testing/Cluster"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import * as ServerUser from "@formwork/postgres/testing/ServerUser"
import type { Disk } from "./Disk.ts"
import * as Disks from "./Disk.ts"
import type { Evidence } from "./Evidence.ts"
import * as ServerLogs from "./ServerLog.ts"

export interface Database {
  readonly url: string
  /** The disk of its tables, or the reason why they have no disk of their own. */
  readonly disk: Result.Result<Disk, string>
  /**
   * Leaves no room for the write-ahead log: Postgres ends with a PANIC, and cannot start. Makes room when it has ended and
   * `isNoticed`; resolves when it is back. False where it did not end, or was not noticed. A failure has the reason why the log has
   * no disk of its own.
   */
  readonly endForLackOfLog: Result.Result<(isNoticed: () => boolean) => Promise<boolean>, string>
  /** Ends a connection of Formwork's, preferably one that is filing. False where Formwork has none. */
  readonly terminate: () => Promise<boolean>
  /** kill -9 of the process behind such a connection: Postgres ends all of them, and recovers from its log. Resolves when it is back. */
  readonly crash: () => Promise<boolean>
  /** Stops every process of Postgres for so long. */
  readonly freeze: (millis: number) => Promise<void>
  /** Stops, for so long, the process behind a connection that is filing and holds a form's counter. False where none was found. */
  readonly stopFiling: (millis: number) => Promise<boolean>
  /** A process of Postgres locks the counts of all keys, and is stopped for so long. */
  readonly holdAdmissions: (millis: number) => Promise<void>
  /** How many effects wait to be sent. */
  readonly pending: () => Promise<number>
  readonly look: () => Promise<
    Pick<Evidence, "submissions" | "revisions" | "firings" | "keys"> & { readonly documents: Evidence["arrivals"] }
  >
}

const name = "formwork_faults"

/** The run relies on what Postgres promises: an answered commit survives a crash of its processes. It does not test the disk. */
const settings = ["synchronous_commit=on", "wal_sync_method=fdatasync", "max_wal_size=64MB", "wal_recycle=off"]

/** The size of the disk of the write-ahead log, which takes several times its largest size. */
const logSize = "512m"

const once = <A>(url: string, work: (sql: SqlClient.SqlClient) => Effect.Effect<A, unknown>): Promise<A> =>
  Effect.runPromise(
    Effect.scoped(Effect.flatMap(TestServer.connect(Redacted.make(url), { maxConnections: 1 }), work)).pipe(
      Effect.orDie
    )
  )

/** Repeats `work` until it succeeds: the database may be starting. */
const persistently = async <A>(work: () => Promise<A>): Promise<A> => {
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (cause) {
      if (tries === 600) throw cause
      await sleep(50)
    }
  }
}

const busiest = (sql: SqlClient.SqlClient) => sql<{ readonly pid: number }>`
  select pid from pg_stat_activity
   where datname = ${name} and application_name = 'formwork' and backend_type = 'client backend'
   order by (state = 'active' and query like '%formwork.file%') desc, (state = 'active') desc, random() limit 1`

/** The backends that have written a form's counter, and wait for no lock. */
const counting = (sql: SqlClient.SqlClient) => sql<{ readonly pid: number }>`
  select l.pid from pg_locks l join pg_stat_activity a using (pid)
   where l.relation = 'formwork.reference_counters'::regclass and l.mode = 'RowExclusiveLock' and l.granted
     and a.application_name = 'formwork' and a.wait_event_type is distinct from 'Lock'
   limit 1`

/** Stops a process; the result says whether it was there. */
const stop = (pid: number): boolean => {
  try {
    return process.kill(pid, "SIGSTOP")
  } catch {
    return false
  }
}

const goOn = (pid: number): void => {
  try {
    process.kill(pid, "SIGCONT")
  } catch {
    // It has ended.
  }
}

/** How long the question whether a stopped process holds the counter may take. */
const askMillis = 1_000

/**
 * Catches one at work: it has to hold the counter still after it was stopped. One that was stopped inside Postgres' own short locks
 * would keep that question waiting, and all of Postgres with it: it goes on after a second, and another is tried.
 */
const stopCounting = (millis: number) =>
  Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
    for (let tries = 0; tries < 5_000; tries++) {
      const [found] = yield* counting(sql)
      if (found === undefined || !stop(found.pid)) continue
      let isStopped = true
      const letGo = () => {
        isStopped = false
        goOn(found.pid)
      }
      const late = setTimeout(letGo, askMillis)
      const holds = yield* sql<{ readonly pid: number }>`
        select pid from pg_locks where pid = ${found.pid} and relation = 'formwork.reference_counters'::regclass`
      clearTimeout(late)
      const isHeld = isStopped && holds.length > 0
      if (isHeld) yield* Effect.sleep(millis)
      letGo()
      if (isHeld) return true
    }
    return false
  })

/** Its own process takes the locks, so that the fault does not depend on catching an admission in its millisecond. */
const holdCounts = (millis: number) =>
  Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
    const work = Effect.gen(function* () {
      const [own] = yield* sql<{ readonly pid: number }>`
        select pg_backend_pid() as pid, (select count(*)::integer from (select from formwork_auth.rate_windows for update) held) as n`
      const pid = own?.pid ?? 0
      yield* Effect.sync(() => stop(pid))
      yield* Effect.ensuring(
        Effect.sleep(millis),
        Effect.sync(() => goOn(pid))
      )
    })
    yield* sql.withTransaction(work)
  })

const look = (sql: SqlClient.SqlClient) =>
  Effect.all({
    submissions: sql<Evidence["submissions"][number]>`
      select s.submission_id::text as id, f.code as form, s.reference_number as reference, s.workflow_state as state, s.data,
             s.calculated_data as calculated
        from formwork.submissions s join formwork.forms f using (organisation_id, form_id)`,
    revisions: sql<Evidence["revisions"][number]>`
      select submission_id::text as submission, revision, workflow_state as state, transition
        from formwork.submission_revisions
      union all
      select submission_id::text, revision, workflow_state, transition from formwork.submissions`,
    firings: sql<Evidence["firings"][number]>`
      select firing_id::text as id, submission_id::text as submission, effect_id as effect, fires_on as "on", state
        from formwork.firings`,
    documents: sql<Evidence["arrivals"][number]>`
      select d.firing_id::text as id, f.code as form, o.effect_id as effect, d.submission_id::text as submission,
             s.reference_number as reference, encode(sha256(d.bytes), 'base64') as digest,
             substring(d.bytes for 5) = '%PDF-'::bytea as "isGenuine", true as "isTaken", '{}'::text[] as attached
        from formwork.documents d
        join formwork.firings o using (organisation_id, firing_id)
        join formwork.submissions s on s.organisation_id = d.organisation_id and s.submission_id = d.submission_id
        join formwork.forms f on f.organisation_id = s.organisation_id and f.form_id = s.form_id`,
    keys: sql<Evidence["keys"][number]>`
      select idempotency_key as key, submission_id::text as submission from formwork.idempotency_records`
  })

/** @param diskSize the size of the tables' disk, as `mount` writes it. */
export const make = Effect.fnUntraced(function* (diskSize: string) {
  const user = ServerUser.serverUser()
  const logDisk = yield* Disks.make(logSize, user)
  const log = ServerLogs.make()
  const options = {
    walFolder: Result.isSuccess(logDisk) ? logDisk.success.folder : undefined,
    isKept: true,
    listen: log.listen
  }
  const cluster = yield* Effect.acquireRelease(
    Effect.promise(() => Cluster.start(settings, options)),
    ({ stop }) => Effect.promise(stop)
  )
  const { url: server } = cluster
  const disk = yield* Disks.make(diskSize, user)
  const place = Result.isSuccess(disk) ? ` tablespace ${name}` : ""
  const run = (statement: string) => once(server, (sql) => sql.unsafe(statement).unprepared)
  yield* Effect.acquireRelease(
    Effect.promise(async () => {
      if (Result.isSuccess(disk)) await run(`create tablespace ${name} location '${disk.success.folder}'`)
      await run(`create database ${name}${place}`)
    }),
    () =>
      Effect.promise(async () => {
        await persistently(() => run(`drop database ${name} with (force)`))
        if (Result.isSuccess(disk)) await run(`drop tablespace ${name}`)
      })
  )
  const there = new URL(server)
  there.pathname = `/${name}`
  const url = there.href
  yield* Server.migrate(Redacted.make(url)).pipe(Effect.provide(Logger.layer([])))

  /** Repeats, because for a moment there may be no connection, or the chosen one may have ended. */
  const strike = async (blow: (pid: number) => Promise<boolean>): Promise<boolean> => {
    for (let tries = 0; tries < 100; tries++) {
      const [found] = await persistently(() => once(url, busiest))
      if (found !== undefined && (await blow(found.pid))) return true
      await sleep(50)
    }
    return false
  }
  /** The next write needs another file of the log. */
  const switchLog = () => once(url, (sql) => sql`select pg_switch_wal()::text`).catch(() => {})
  const endForLackOf =
    ({ fill, free }: Disk) =>
    async (isNoticed: () => boolean): Promise<boolean> => {
      const before = log.counts()
      const isEnded = () => log.counts().panics > before.panics && log.counts().starts > before.starts
      // A checkpoint may remove old files of the log, and so make room again.
      for (let tries = 0; tries < 300 && !(isEnded() && isNoticed()); tries++) {
        await fill()
        if (!isEnded()) await switchLog()
        await sleep(100)
      }
      const isDone = isEnded() && isNoticed()
      await free()
      await persistently(() => once(url, (sql) => sql`select 1`))
      return isDone
    }
  return {
    url,
    disk,
    endForLackOfLog: Result.map(logDisk, endForLackOf),
    terminate: () =>
      strike(async (pid) => {
        const [row] = await persistently(() =>
          once(url, (sql) => sql<{ readonly ok: boolean }>`select pg_terminate_backend(${pid}) as ok`)
        )
        return row?.ok === true
      }),
    crash: () =>
      strike(async (pid) => {
        try {
          process.kill(pid, "SIGKILL")
        } catch {
          return false
        }
        await sleep(100)
        await persistently(() => once(url, (sql) => sql`select 1`))
        return true
      }),
    freeze: async (millis) => {
      Cluster.signal(cluster, "SIGSTOP")
      try {
        await sleep(millis)
      } finally {
        Cluster.signal(cluster, "SIGCONT")
      }
    },
    stopFiling: (millis) => persistently(() => once(url, stopCounting(millis))),
    holdAdmissions: (millis) => persistently(() => once(url, holdCounts(millis))),
    pending: async () => {
      const [row] = await persistently(() =>
        once(
          url,
          (sql) =>
            sql<{ readonly n: number }>`select count(*)::integer as n from formwork.firings where state = 'pending'`
        )
      )
      return row?.n ?? 0
    },
    look: () => persistently(() => once(url, look))
  } satisfies Database
})

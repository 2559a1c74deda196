/** Keeps a second process off a data folder: the embedded database would not notice it, and would lose rows. */
import { Effect, Option, Schema } from "effect"
import type { Scope } from "effect"
import { execFileSync } from "node:child_process"
import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { join } from "node:path"
import { codeOf } from "../database/codeOf.ts"
import { StartRefused } from "../database/StartRefused.ts"

/** The process that holds a folder. Its id alone is not enough: systems reuse ids, and another machine has its own. */
const Holder = Schema.Struct({ pid: Schema.Int, startedAt: Schema.String, host: Schema.String })
type Holder = typeof Holder.Type

const readHolder = Schema.decodeUnknownOption(Schema.fromJsonString(Holder))
const heartbeat = "20 seconds"
const silenceMillis = 120_000

/**
 * Holds `folder`, which is made if it is not there, until the scope closes.
 * Refuses with `unwritable`, and with `in_use` while another living process holds it.
 */
export const hold = Effect.fn("DataFolderLock.hold")(function* (
  folder: string
): Effect.fn.Return<void, StartRefused, Scope.Scope> {
  const lock = join(folder, "lock")
  yield* Effect.acquireRelease(
    Effect.try({
      try: () => {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        return take(lock)
      },
      catch: (cause) => unwritable(folder, cause)
    }).pipe(
      Effect.flatMap((holder) => (holder === undefined ? Effect.void : Effect.fail(inUse(folder, lock, holder))))
    ),
    () => Effect.sync(() => rmSync(lock, { force: true }))
  )
  // Another machine cannot ask whether our process lives. It looks at the file's time instead.
  yield* Effect.sync(() => touch(lock)).pipe(Effect.delay(heartbeat), Effect.forever, Effect.forkScoped)
})

const unwritable = (folder: string, cause: unknown) =>
  new StartRefused({
    reason: "unwritable",
    message: `The data folder ${folder} cannot be written to: ${cause instanceof Error ? cause.message : String(cause)}.`,
    cause
  })

const inUse = (folder: string, lock: string, holder: Holder | "unreadable") =>
  new StartRefused({
    reason: "in_use",
    message:
      holder === "unreadable"
        ? `Another process is just opening the data folder ${folder}; if none is, delete ${lock}.`
        : `The data folder ${folder} is in use by process ${holder.pid} on ${holder.host}; stop it, or choose another folder.`
  })

/** Takes the lock. Gives the holder instead if a living process has it. */
const take = (lock: string): Holder | "unreadable" | undefined => {
  const me = JSON.stringify({
    pid: process.pid,
    startedAt: startOf(process.pid) ?? "",
    host: hostname()
  } satisfies Holder)
  if (create(lock, me)) return undefined
  // INVARIANT: only the process that holds the takeover file may remove a dead process's lock, after reading it again. Otherwise
  // two processes that found it dead could each remove the other's new lock.
  const takeover = `${lock}.takeover`
  if (!create(takeover, me)) {
    if (age(takeover) < silenceMillis) return "unreadable"
    rmSync(takeover, { force: true })
    if (!create(takeover, me)) return "unreadable"
  }
  try {
    const holder = Option.getOrUndefined(readHolder(read(lock)))
    if (holder === undefined ? age(lock) < silenceMillis : isAlive(lock, holder)) return holder ?? "unreadable"
    rmSync(lock, { force: true })
    return create(lock, me) ? undefined : "unreadable"
  } finally {
    rmSync(takeover, { force: true })
  }
}

const isAlive = (lock: string, { host, pid, startedAt }: Holder): boolean => {
  if (host !== hostname()) return age(lock) < silenceMillis
  const start = startOf(pid)
  return start !== undefined && (startedAt === "" || start === "" || start === startedAt)
}

/** When a process started, as text to compare: undefined without such a process, "" where the system does not say. */
const startOf = (pid: number): string | undefined => {
  try {
    process.kill(pid, 0)
  } catch (cause) {
    if (codeOf(cause) !== "EPERM") return undefined
  }
  try {
    // Field 22, counted from the end of the name in parentheses, which may itself have spaces.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19] ?? ""
  } catch {
    try {
      return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", stdio: "pipe" }).trim()
    } catch {
      return ""
    }
  }
}

const create = (path: string, text: string): boolean => {
  try {
    writeFileSync(path, text, { flag: "wx" })
    return true
  } catch (cause) {
    if (codeOf(cause) === "EEXIST") return false
    throw cause
  }
}

const read = (path: string): string => {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return ""
  }
}

/** Milliseconds since the file was last touched; a long time if it is gone. */
const age = (path: string): number => {
  try {
    return Date.now() - statSync(path).mtimeMs
  } catch {
    return Infinity
  }
}

const touch = (path: string): void => {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // The folder is gone; the database will say so itself.
  }
}

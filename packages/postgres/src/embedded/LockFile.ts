/** A file that says which process holds a place. A dead process's file is taken over; a living one's is respected. */
import { Option, Schema } from "effect"
import { execFileSync } from "node:child_process"
import { randomUUID } from "node:crypto"
import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { codeOf } from "../database/codeOf.ts"

/** The process that holds a place. Its id alone is not enough: systems reuse ids, and another machine has its own. */
const Holder = Schema.Struct({ pid: Schema.Int, startedAt: Schema.String, host: Schema.String })
export type Holder = typeof Holder.Type

const readHolder = Schema.decodeUnknownOption(Schema.fromJsonString(Holder))

/** Another machine cannot ask whether our process lives. It looks at the file's time instead, and finds it dead after this long. */
const silenceMillis = 120_000

export interface LockFile {
  /** Whether the file is there and is still this one. */
  readonly isHeld: () => boolean
  /** Says to other machines that this process lives. */
  readonly touch: () => void
  /** Removes the file if it is still this one. */
  readonly release: () => void
}

/** Takes the lock. Gives the holder instead if a living process has it. Throws where the file cannot be written. */
export const take = (path: string): LockFile | { readonly holder: Holder | "unreadable" } => {
  const startedAt = startOf(process.pid) ?? ""
  const me = JSON.stringify({ pid: process.pid, startedAt, host: hostname(), id: randomUUID() })
  const holder = takeAs(path, me)
  if (holder !== undefined) return { holder }
  const isHeld = () => read(path) === me
  return {
    isHeld,
    touch: () => touch(path),
    release: () => {
      if (isHeld()) rmSync(path, { force: true })
    }
  }
}

const takeAs = (lock: string, me: string): Holder | "unreadable" | undefined => {
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
    closeSync(openSync(path, "wx", 0o600))
  } catch (cause) {
    if (codeOf(cause) === "EEXIST") return false
    throw cause
  }
  try {
    writeFileSync(path, text)
    return true
  } catch (cause) {
    rmSync(path, { force: true }) // an empty lock would hold the place after the disk has room again
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
    // It is gone, which `isHeld` says.
  }
}

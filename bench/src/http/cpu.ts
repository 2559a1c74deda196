/** CPU time of other processes, as the operating system counts it. Linux only: elsewhere every figure is NaN. */
import { readdirSync, readFileSync } from "node:fs"

/** A tick of the kernel's clock, in microseconds. */
const tick = 10_000

interface Stat {
  readonly parent: number
  /** User and system time, in ticks. */
  readonly own: number
  /** The same of its children that have ended. */
  readonly ended: number
}

/** /proc/pid/stat (proc(5)): the name of the program comes in brackets and may contain anything. */
const statOf = (pid: number): Stat | undefined => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /su, "")
      .split(" ")
      .map(Number)
    const [, parent = NaN, , , , , , , , , , user = NaN, system = NaN, endedUser = NaN, endedSystem = NaN] = fields
    return { parent, own: user + system, ended: endedUser + endedSystem }
  } catch {
    return undefined
  }
}

/** Microseconds that a process has worked so far, on all of its threads. */
export const ofProcess = (pid: number): number => (statOf(pid)?.own ?? NaN) * tick

/** The processes that `pid` started and that still run. */
export const childrenOf = (pid: number): ReadonlyArray<number> =>
  readdirSync("/proc")
    .map(Number)
    .filter((id) => Number.isInteger(id) && statOf(id)?.parent === pid)

/** Microseconds that a process and its children have worked so far, those that have ended included. */
export const ofFamily = (pid: number): number => {
  const parent = statOf(pid)
  if (parent === undefined) return NaN
  return (parent.own + parent.ended + childrenOf(pid).reduce((sum, id) => sum + (statOf(id)?.own ?? 0), 0)) * tick
}

/** The process that started `pid`: of a backend, its Postgres server. */
export const parentOf = (pid: number): number => statOf(pid)?.parent ?? NaN

/**
 * Files that are the same for every test file of a run, and dear to make: the first process that needs them makes them, and all copy
 * them. A run's setup begins it (`packages/postgres/test/onceARun.ts`); without one, as in a benchmark, each process makes its own.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { codeOf } from "../database/codeOf.ts"
import { isAlive } from "./isAlive.ts"

const variable = "FORMWORK_TEST_MADE_ONCE"

const prefix = "formwork-test-made-once-"

/** Makes the folder of a run, which the processes of the run find. @returns what removes it. */
export const begin = (): (() => void) => {
  sweep()
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  // A test server runs as another user.
  chmodSync(folder, 0o711)
  process.env[variable] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

/**
 * The folder `name` of this run, which no process changes once it is made; undefined outside of a run.
 * @param make fills an empty folder. Other processes wait for it meanwhile.
 */
export const folder = async (
  name: string,
  make: (empty: string) => void | Promise<void>
): Promise<string | undefined> => {
  const run = process.env[variable]
  if (run === undefined) return undefined
  const made = join(run, name)
  const maker = `${made}.maker`
  while (!existsSync(made)) {
    if (!take(maker)) {
      await pause(50)
      continue
    }
    try {
      if (!existsSync(made)) await fill(made, make)
    } finally {
      rmSync(maker)
    }
  }
  return made
}

/** Removes the folders of runs that were killed. A folder's name has the id of the process that began it. */
const sweep = (): void => {
  for (const name of readdirSync(tmpdir()).filter((name) => name.startsWith(prefix)))
    if (!isAlive(Number(name.slice(prefix.length).split("-")[0])))
      rmSync(join(tmpdir(), name), { recursive: true, force: true })
}

/** Under another name until it is complete. */
const fill = async (made: string, make: (empty: string) => void | Promise<void>): Promise<void> => {
  const fresh = `${made}.${process.pid}`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh)
  chmodSync(fresh, 0o711)
  await make(fresh)
  renameSync(fresh, made)
}

/** Whether this process is now the one that makes it. */
const take = (maker: string): boolean => {
  try {
    writeFileSync(maker, String(process.pid), { flag: "wx" })
    return true
  } catch (cause) {
    if (codeOf(cause) !== "EEXIST") throw cause
    return false
  }
}

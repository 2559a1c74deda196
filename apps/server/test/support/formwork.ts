/** Runs the command line as a person would: a process of its own, its output, its exit code. */
import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { saying } from "./says.ts"

const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Running {
  readonly child: ChildProcess
  /** Where it was started. */
  readonly cwd: string
  /** Its data folder, where a setting names it. */
  readonly data: string | undefined
  /** What it printed. */
  readonly output: () => string
  /** Resolves once the output matches; rejects if the process ends before. */
  readonly says: (pattern: RegExp) => Promise<RegExpMatchArray>
  readonly ended: Promise<Ended>
}

export type Environment = Readonly<Record<string, string>>

/** The process under test gets no settings from the machine's environment, and what Node has compiled before. */
export const inherited = (): Record<string, string> =>
  Object.fromEntries(
    ["PATH", "HOME", "NODE_COMPILE_CACHE"].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    })
  )

/** The embedded database's program is compiled once and plainly: a second less at each start, of a server that answers a few requests. */
export const startsSoon = ["--liftoff-only"]

/** @param program the file of the command line, where it is another version's. */
export const start = (args: ReadonlyArray<string>, env: Environment = {}, cwd?: string, program = main): Running => {
  // Where the demo's key and password go; with an embedded database, beside it.
  const folder = args.includes("--demo") ? { FORMWORK_DATA_DIR: mkdtempSync(join(tmpdir(), "formwork-demo-")) } : {}
  const child = spawn(process.execPath, [...startsSoon, program, ...args], {
    env: { ...inherited(), ...folder, ...env },
    cwd,
    stdio: ["ignore", "pipe", "pipe"]
  })
  let stdout = ""
  let stderr = ""
  const listeners = new Set<() => void>()
  const heard = () => listeners.forEach((listener) => listener())
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text
    heard()
  })
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text
    heard()
  })
  const ended = new Promise<Ended>((resolve) =>
    child.on("close", (code) => {
      for (const made of Object.values(folder)) rmSync(made, { recursive: true, force: true })
      resolve({ code, stdout, stderr })
    })
  )
  const output = () => stdout + stderr
  const says = saying(() => stdout, { ended, listeners, output })
  const data = { ...folder, ...env }.FORMWORK_DATA_DIR
  return { child, cwd: cwd ?? process.cwd(), data, output, says, ended }
}

/** Runs a command to its end. */
export const run = (
  args: ReadonlyArray<string>,
  env: Environment = {},
  cwd?: string,
  program?: string
): Promise<Ended> => start(args, env, cwd, program).ended

/** A folder that is removed after `use`. */
export const inFolder = async <A>(use: (folder: string) => Promise<A>): Promise<A> => {
  const folder = await mkdtemp(join(tmpdir(), "formwork-server-"))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Serves for as long as `use` takes, then ends the server as Ctrl-C does. */
export const serving = async <A>(
  env: Environment,
  use: (address: string, running: Running) => Promise<A>,
  args: ReadonlyArray<string> = [],
  program?: string
): Promise<A> => {
  const running = start(["serve", ...args], { PORT: "0", ADMIN_PORT: "0", ...env }, undefined, program)
  try {
    const [, address = ""] = await running.says(/listening on (http:\S+)/)
    return await use(address, running)
  } finally {
    running.child.kill("SIGINT")
    await running.ended
  }
}

/**
 * The command line in a process that has run it before (warmProcess.ts): a server starts with a third of the CPU. For tests of what a
 * server answers and a command prints. Tests of the process itself (its start, signals, a crash, several processes, metrics) have
 * one of their own (formwork.ts).
 */
import { fork } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { Socket } from "node:net"
import { tmpdir } from "node:os"
import { fileURLToPath } from "node:url"
import * as Apart from "./formwork.ts"
import type { Ended, Environment, Running } from "./formwork.ts"
import { saying } from "./says.ts"

export type Order =
  | {
      readonly order: "run"
      readonly args: ReadonlyArray<string>
      readonly env: Environment
      readonly cwd: string
    }
  | { readonly order: "end" }

/** A run has ended. */
export interface Report {
  readonly code: number
}

/** What stands on both streams where a run has ended. */
export const endOfRun = "\u0004 end of the run\n"

/** What there is to say of a run whose process is not its own. */
export type Warm = Omit<Running, "child">

interface WarmRun extends Warm {
  /** Ends it as Ctrl-C does. */
  readonly end: () => Promise<Ended>
}

const program = fileURLToPath(new URL("warmProcess.ts", import.meta.url))

/** Those of this process that run nothing now. A test with two servers at once has two of them. */
const idle = new Set<ChildProcess>()

const launch = (): ChildProcess => {
  const child = fork(program, [], {
    execArgv: Apart.startsSoon,
    env: Apart.inherited(),
    cwd: tmpdir(),
    stdio: ["ignore", "pipe", "pipe", "ipc"]
  })
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8")
  // It may end by itself while it runs nothing.
  return child.once("exit", () => idle.delete(child))
}

/** It ends with this process, which waits for it only while it runs something. */
const awaited = (child: ChildProcess, isRunning: boolean): void => {
  const turn = isRunning ? "ref" : "unref"
  child[turn]()
  child.channel?.[turn]()
  for (const stream of [child.stdout, child.stderr]) if (stream instanceof Socket) stream[turn]()
}

const taken = (): ChildProcess => {
  const [child] = idle
  if (child === undefined) return launch()
  idle.delete(child)
  return child
}

/** What a run has printed on one stream, and whether it has ended there. */
class Printed {
  text = ""
  hasEnded = false

  hear(more: string): void {
    this.text += more
    if (!this.text.endsWith(endOfRun)) return
    this.text = this.text.slice(0, -endOfRun.length)
    this.hasEnded = true
  }
}

export const startWarm = (args: ReadonlyArray<string>, env: Environment, cwd = process.cwd()): WarmRun => {
  const child = taken()
  awaited(child, true)
  const [stdout, stderr] = [new Printed(), new Printed()]
  const listeners = new Set<() => void>()
  let isOver = false
  const ended = new Promise<Ended>((resolve) => {
    let code: number | undefined
    const hearOut = (text: string) => hear(stdout, text)
    const hearErr = (text: string) => hear(stderr, text)
    const done = (code: number | null) => {
      isOver = true
      child.stdout?.off("data", hearOut)
      child.stderr?.off("data", hearErr)
      child.off("message", heard).off("exit", done)
      resolve({ code, stdout: stdout.text, stderr: stderr.text })
    }
    const look = () => {
      if (code === undefined || !stdout.hasEnded || !stderr.hasEnded) return
      idle.add(child)
      awaited(child, false)
      done(code)
    }
    const hear = (printed: Printed, text: string) => {
      printed.hear(text)
      for (const listener of listeners) listener()
      look()
    }
    const heard = (report: Report) => {
      code = report.code
      look()
    }
    child.stdout?.on("data", hearOut)
    child.stderr?.on("data", hearErr)
    child.on("message", heard).on("exit", done)
  })
  const order = (given: Order) => child.send(given)
  order({ order: "run", args, env: { ...Apart.inherited(), ...env }, cwd })
  const output = () => stdout.text + stderr.text
  const says = saying(() => stdout.text, { ended, listeners, output })
  const end = () => {
    // The process may run another by now.
    if (!isOver) order({ order: "end" })
    return ended
  }
  return { cwd, data: env["FORMWORK_DATA_DIR"], output, says, ended, end }
}

/** Several processes would be those of warmProcess.ts, and not of the command. */
const isApart = (env: Environment): boolean => env["PROCESSES"] !== undefined

/** Runs a command to its end. */
export const run = (args: ReadonlyArray<string>, env: Environment = {}, cwd?: string): Promise<Ended> =>
  isApart(env) ? Apart.run(args, env, cwd) : startWarm(args, env, cwd).ended

/** Serves for as long as `use` takes, then ends the server as Ctrl-C does. */
export const serving = async <A>(
  env: Environment,
  use: (address: string, running: Warm) => Promise<A>,
  args: ReadonlyArray<string> = []
): Promise<A> => {
  if (isApart(env)) return Apart.serving(env, use, args)
  const running = startWarm(["serve", ...args], { PORT: "0", ADMIN_PORT: "0", ...env })
  try {
    const [, address = ""] = await running.says(/listening on (http:\S+)/)
    return await use(address, running)
  } finally {
    await running.end()
  }
}

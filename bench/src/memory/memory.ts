/**
 * How much memory servers and workers take, as they are started by users: resident memory as the operating system counts it, after the
 * start and after work. Linux only.
 */
import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import * as Cluster from "@formwork/postgres/testing/Cluster"
import { example } from "../demo.ts"
import type { Options } from "../Options.ts"
import type { Row } from "../Row.ts"

const evaluations = 10_000
const filings = 200
const connections = 4

const main = fileURLToPath(new URL("../../../apps/server/src/main.ts", import.meta.url))

type Environment = Readonly<Record<string, string>>

/** So that what a start leaves behind is collected. */
const settleMillis = 10_000

interface Program {
  readonly child: ChildProcess
  readonly output: () => string
  readonly stop: () => Promise<void>
}

/** Starts the `formwork` command; resolves once it says that it is ready. */
const start = (args: ReadonlyArray<string>, env: Environment, ready: RegExp): Promise<Program> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...args], {
      env: { PATH: process.env["PATH"] ?? "", LOG_LEVEL: "Error", PORT: "0", RATE_LIMIT_PER_MINUTE: "1000000", ...env },
      stdio: ["ignore", "pipe", "inherit"]
    })
    let text = ""
    const ended = new Promise<void>((resolveEnd) => child.on("close", () => resolveEnd()))
    const stop = async () => {
      child.kill("SIGINT")
      await ended
    }
    child.stdout.setEncoding("utf8").on("data", (more: string) => {
      text += more
      if (ready.test(text)) resolve({ child, output: () => text, stop })
    })
    void ended.then(() => reject(new Error(`${args.join(" ")} ended before it was ready: ${text}`)))
  })

/** A figure of /proc/pid/status (proc(5)), in MiB: `VmRSS` is resident now, `VmHWM` was resident at most. */
const memoryOf = (pid: number | undefined, figure: "VmRSS" | "VmHWM"): number => {
  const [, kibibytes] =
    new RegExp(`^${figure}:\\s+(\\d+) kB$`, "mu").exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? []
  return Math.round(Number(kibibytes) / 1024)
}

/** Sends so many requests over a few connections. */
const send = async (url: string, key: string, count: number, status: number): Promise<void> => {
  const body = JSON.stringify({ data: example })
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  let left = count
  const one = async () => {
    while (left-- > 0) {
      const answer = await fetch(url, { method: "POST", headers, body })
      await answer.arrayBuffer()
      // A machine that has other work may keep a request waiting for too long.
      if (answer.status === 503) left += 1
      else if (answer.status !== status) throw new Error(`${url} answered ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: connections }, one))
}

/** What the first start wrote for a shell. */
const variable = (folder: string, name: string): string =>
  new RegExp(`^export ${name}='([^']*)'$`, "mu").exec(readFileSync(join(folder, "env"), "utf8"))?.[1] ?? ""

const asked = (folder: string, operation: string) =>
  `${variable(folder, "URL")}/api/platform/v1/forms/${variable(folder, "FORM_ID_MQ")}/${operation}`

const listening = /Ctrl-C/u

/** A server: after its start, after evaluations, after filings, whose e-mail and documents it sends itself. */
const server = async (name: string, env: Environment, folder: string): Promise<Row> => {
  const { child, stop } = await start(
    ["serve", "--demo"],
    { ADMIN_PORT: "0", FORMWORK_DATA_DIR: folder, ...env },
    listening
  )
  try {
    await sleep(settleMillis)
    const idle = memoryOf(child.pid, "VmRSS")
    const key = variable(folder, "KEY")
    await send(asked(folder, "evaluate"), key, evaluations, 200)
    const evaluated = memoryOf(child.pid, "VmRSS")
    await send(asked(folder, "submissions"), key, filings, 201)
    await sleep(settleMillis)
    const filed = memoryOf(child.pid, "VmRSS")
    const most = memoryOf(child.pid, "VmHWM")
    return { name, idle_mib: idle, evaluated_mib: evaluated, filed_mib: filed, most_mib: most }
  } finally {
    await stop()
  }
}

/** A worker: after its start, and after it has sent what a server without one filed. */
const worker = async (name: string, env: Environment, folder: string): Promise<Row> => {
  const serving = await start(
    ["serve", "--demo"],
    { ADMIN_PORT: "0", FORMWORK_DATA_DIR: folder, WORKERS: "0", ...env },
    listening
  )
  const sending = await start(["worker"], env, /sends effects/u)
  try {
    await sleep(settleMillis)
    const idle = memoryOf(sending.child.pid, "VmRSS")
    await send(asked(folder, "submissions"), variable(folder, "KEY"), filings, 201)
    await sleep(3 * settleMillis)
    const sent = memoryOf(sending.child.pid, "VmRSS")
    return { name, idle_mib: idle, filed_mib: sent, most_mib: memoryOf(sending.child.pid, "VmHWM") }
  } finally {
    await Promise.all([serving.stop(), sending.stop()])
  }
}

const inFolder = async (use: (folder: string) => Promise<Row>): Promise<Row> => {
  const folder = mkdtempSync(join(tmpdir(), "formwork-memory-"))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A Postgres server of this run, migrated. */
const onPostgres = async (use: (env: Environment) => Promise<Row>): Promise<Row> => {
  const cluster = await Cluster.start()
  try {
    const env = { DATABASE_URL: cluster.url, KEY_PEPPER: "a pepper of at least 32 characters" }
    const { stop } = await start(["migrate"], env, /Migrated/u)
    await stop()
    return await use(env)
  } finally {
    await cluster.stop()
  }
}

const rows: ReadonlyArray<readonly [name: string, measure: (name: string) => Promise<Row>]> = [
  ["memory/embedded", (name) => inFolder((folder) => server(name, {}, folder))],
  ["memory/postgres", (name) => onPostgres((env) => inFolder((folder) => server(name, env, folder)))],
  ["memory/worker", (name) => onPostgres((env) => inFolder((folder) => worker(name, env, folder)))]
]

/** @returns a row for each program. */
export const memoryRows = async ({ wanted }: Options): Promise<ReadonlyArray<Row>> => {
  const measured: Array<Row> = []
  for (const [name, measure] of rows) if (wanted(name)) measured.push(await measure(name))
  return measured
}

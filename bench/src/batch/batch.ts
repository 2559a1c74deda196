/** What a quote costs the server in a batch, beside one over HTTP; what a batch does to others; and how much memory it takes. */
import { readFileSync } from "node:fs"
import { Worker } from "node:worker_threads"
import { example } from "../demo.ts"
import * as Cpu from "../http/cpu.ts"
import * as Load from "../http/load.ts"
import * as Programs from "../http/programs.ts"
import { median, quantile } from "../measure.ts"
import type { Options } from "../Options.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import * as Client from "./client.ts"

const body = JSON.stringify({ data: example })
const line = `${body}\n`
const lines = 10_000
const manyLines = 100_000
const singleSeconds = 2
const connections = 16
const othersMillis = 4_000

interface Server extends Client.Target {
  readonly pid: number
}

/** Microseconds of the server's CPU for each of what `run` counts. */
const cost = async ({ pid }: Server, run: () => Promise<number>): Promise<number> => {
  const before = Cpu.ofProcess(pid)
  const count = await run()
  return (Cpu.ofProcess(pid) - before) / count
}

const single = (server: Server): Promise<number> =>
  cost(server, () => {
    const path = `/api/platform/v1/forms/${server.form}/evaluate`
    const requests = [Load.post(server.address, path, server.token, body)]
    return Load.run({ address: server.address, requests, status: 200 }, connections, singleSeconds)
  })

const costRow = async (server: Server, rounds: number, tick: () => void): Promise<Row> => {
  const inBatch: Array<number> = []
  const alone: Array<number> = []
  const seconds: Array<number> = []
  const first: Array<number> = []
  await Client.batch(server, line, lines)
  await single(server)
  for (let round = 0; round < rounds; round += 1) {
    alone.push(await single(server))
    inBatch.push(
      await cost(server, async () => {
        const sent = await Client.batch(server, line, lines)
        seconds.push(sent.millis / 1000)
        first.push(sent.firstMillis)
        return sent.lines
      })
    )
    tick()
  }
  const ratios = inBatch.map((each, round) => each / (alone[round] ?? Number.NaN))
  return {
    name: `batch/${lines}`,
    ratio: median(ratios),
    ratio_low: quantile(ratios, 0.1),
    ratio_high: quantile(ratios, 0.9),
    cpu_us: Math.round(median(inBatch) * 10) / 10,
    single_us: Math.round(median(alone) * 10) / 10,
    seconds: median(seconds),
    first_line_ms: median(first),
    bar: "≤ 2 s, first line ≤ 100 ms",
    notes: "the server's CPU for a quote in a batch, of that for a single evaluate over HTTP"
  }
}

/** Runs batches for a while, on a thread of their own, so that reading their answers does not delay the single ones. */
const inWorker = (target: Client.Target, millis: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL("batchWorker.ts", import.meta.url), {
      workerData: { target, line, lines, millis }
    })
    worker.once("error", reject).once("exit", () => resolve())
  })

/** Each round: the same time without a batch, and with one after another. */
const othersRow = async (server: Server, rounds: number, tick: () => void): Promise<Row> => {
  const quiet: Array<number> = []
  const beside: Array<number> = []
  for (let round = 0; round < rounds; round += 1) {
    const until = performance.now() + othersMillis
    quiet.push(quantile(await Client.others(server, body, () => performance.now() > until), 0.99))
    let isOver = false
    const waiting = Client.others(server, body, () => isOver)
    const end = performance.now() + othersMillis
    const batches = async () => {
      await inWorker(server, end - performance.now())
      isOver = true
    }
    const [millis] = await Promise.all([waiting, batches()])
    beside.push(quantile(millis, 0.99))
    tick()
  }
  const ratios = beside.map((value, round) => value / (quiet[round] ?? Number.NaN))
  return {
    name: "others",
    ratio: median(ratios),
    ratio_low: quantile(ratios, 0.1),
    ratio_high: quantile(ratios, 0.9),
    p99_ms: median(beside),
    quiet_p99_ms: median(quiet),
    bar: "≤ 2",
    notes: "p99 of single evaluates while batches run, of the same without"
  }
}

const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1] ?? Number.NaN) / 1024

const memoryRow = async (server: Server, tick: () => void): Promise<Row> => {
  await Client.batch(server, line, lines)
  const before = residentMiB(server.pid)
  let most = before
  const timer = setInterval(() => (most = Math.max(most, residentMiB(server.pid))), 50)
  await Client.batch(server, line, manyLines)
  clearInterval(timer)
  tick()
  return {
    name: "memory",
    before_mib: before,
    grown_mib: most - before,
    bar: "± 32 MiB",
    notes: `the most that the server's memory grew while a batch of ${manyLines} lines ran`
  }
}

export const batchRows = async ({ rounds, wanted }: Options): Promise<ReadonlyArray<Row>> => {
  const show = progress("batch")
  const total = (wanted("batch") ? rounds : 0) + (wanted("others") ? rounds : 0) + (wanted("memory") ? 1 : 0)
  let done = 0
  const tick = () => show((done += 1), total)
  const { line: said, ...program } = await Programs.start("memoryServer", "{", [], [])
  const target: Client.Target = JSON.parse(said)
  const server: Server = { ...target, pid: program.server.pid ?? 0 }
  try {
    const rows: Array<Row> = []
    if (wanted("batch")) rows.push(await costRow(server, rounds, tick))
    if (wanted("others")) rows.push(await othersRow(server, rounds, tick))
    if (wanted("memory")) rows.push(await memoryRow(server, tick))
    return rows
  } finally {
    await program.stop()
  }
}

/** What a filing costs a server of one process and one of two, and how many more two file where Postgres has cores of its own. */
import type { ChildProcess } from "node:child_process"
import * as Arena from "../filing/Arena.ts"
import { postgresOf } from "../http/postgresOf.ts"
import * as Cpu from "../http/cpu.ts"
import * as Load from "../http/load.ts"
import { median, quantile } from "../measure.ts"
import type { Options } from "../Options.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import * as Slowly from "./slowly.ts"

const seconds = 4
/** Long enough for V8 to compile, in each process. */
const warmSeconds = 10

/** For each process; and where processes work slowly, so that they always have something to do. */
const connections = 16
const manyConnections = 32

interface Server {
  readonly processes: number
  readonly server: ChildProcess
  readonly load: Load.Load
}

interface Figures {
  readonly aSecond: number
  /** Microseconds for one filing, of all processes of the server and of all of Postgres'. */
  readonly server: number
  readonly postgres: number
}

/** The demo quote, filed against every form in turn. */
const loadOf = ({ body, forms, tokens }: Arena.Arena, address: string): Load.Load => ({
  address,
  requests: forms.map(({ id }, index) =>
    Load.post(address, `/api/platform/v1/forms/${id}/submissions`, tokens[index % tokens.length] ?? "", body)
  ),
  status: 201
})

const filing = async (
  { load, processes, server }: Server,
  postgres: number,
  during: number,
  each = connections
): Promise<Figures> => {
  const worked = () => ({ server: Cpu.ofFamily(server.pid ?? 0), postgres: Cpu.ofFamily(postgres) })
  const before = worked()
  const started = performance.now()
  const filed = await Load.run(load, each * processes, during)
  const passed = (performance.now() - started) / 1_000
  const after = worked()
  return {
    aSecond: filed / passed,
    server: (after.server - before.server) / filed,
    postgres: (after.postgres - before.postgres) / filed
  }
}

/** The processes that answer requests: where there are several, their parent answers none. */
const serving = ({ processes, server: { pid = 0 } }: Server): ReadonlyArray<number> =>
  processes === 1 ? [pid] : Cpu.childrenOf(pid)

/** As `filing`, while each process works a part of the time, in turn, so that Postgres has what it needs. */
const filingSlowly = async (server: Server, postgres: number, during: number): Promise<Figures> => {
  const stop = Slowly.run(serving(server))
  try {
    return await filing(server, postgres, during, manyConnections)
  } finally {
    stop()
  }
}

const rowOf = (
  name: string,
  rounds: ReadonlyArray<Figures>,
  ratios: ReadonlyArray<number>,
  more: Partial<Row>
): Row => ({
  name,
  ratio: median(ratios),
  ratio_low: quantile(ratios, 0.1),
  ratio_high: quantile(ratios, 0.9),
  a_second: median(rounds.map(({ aSecond }) => aSecond)),
  server_us: median(rounds.map(({ server }) => server)),
  postgres_us: median(rounds.map(({ postgres }) => postgres)),
  ...more
})

export const processRows = async ({ rounds, wanted }: Options): Promise<ReadonlyArray<Row>> => {
  const tick = progress("processes")
  const arena = await Arena.start(50)
  const second = await Arena.serve(arena.databaseUrl, { PROCESSES: "2" })
  process.once("exit", () => second.server.kill())
  const postgres = await postgresOf(arena.databaseUrl)
  const one: Server = { processes: 1, server: arena.server, load: loadOf(arena, arena.address) }
  const two: Server = { processes: 2, server: second.server, load: loadOf(arena, second.address) }
  const full: Array<readonly [Figures, Figures]> = []
  const apart: Array<readonly [Figures, Figures]> = []
  try {
    for (const server of [one, two]) await filing(server, postgres, warmSeconds * server.processes)
    for (let round = 0; round < rounds; round += 1) {
      full.push([await filing(one, postgres, seconds), await filing(two, postgres, seconds)])
      apart.push([await filingSlowly(one, postgres, seconds), await filingSlowly(two, postgres, seconds)])
      tick(round + 1, rounds)
    }
  } finally {
    second.server.kill("SIGINT")
    await arena.stop()
  }
  const rows: ReadonlyArray<Row> = [
    rowOf(
      "processes/1",
      full.map(([first]) => first),
      full.map(() => 1),
      { notes: `${connections} connections` }
    ),
    rowOf(
      "processes/2",
      full.map(([, both]) => both),
      full.map(([first, both]) => both.server / first.server),
      {
        bar: "≤ 1.25 ×",
        notes: `${connections * 2} connections; the ratio is the CPU of all processes for a filing to that of one process`
      }
    ),
    rowOf(
      "processes/2/apart",
      apart.map(([, both]) => both),
      apart.map(([first, both]) => both.aSecond / first.aSecond),
      {
        one_a_second: median(apart.map(([first]) => first.aSecond)),
        bar: "≥ 1.6 ×",
        notes: `each process works ${Slowly.share} of the time, in turns; the ratio is the rate of two to that of one`
      }
    )
  ]
  return rows.filter(({ name }) => wanted(name))
}

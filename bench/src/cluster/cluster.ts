/**
 * What evaluates and filings cost on a coordinator with one, two and three nodes, by process, beside one Postgres in the same rounds. On a
 * machine where all of them share the cores only CPU per operation can be shown: what grows with machines of their own is computed from it.
 */
import * as CitusServers from "@formwork/postgres/testing/CitusServers"
import { median, quantile } from "../measure.ts"
import type { Options } from "../Options.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import * as Home from "./Home.ts"

const seconds = 3
const warmSeconds = 4
const sizes = [1, 2, 3]

const operations = [
  ["evaluate", "evaluate"],
  ["file", "submissions"]
] as const

/** Of all servers of the database. */
const ofDatabase = ({ first, nodes }: Home.Work): number => nodes.reduce((sum, one) => sum + one, first)

/** Of the server of the database that has most to do. */
const ofBusiest = ({ first, nodes }: Home.Work): number => Math.max(first, ...nodes)

/** One round: on one Postgres, and on a cluster. */
type Round = readonly [plain: Home.Work, divided: Home.Work]

const figure = (values: ReadonlyArray<number>): number => Math.round(median(values) * 10) / 10

const spread = (ratios: ReadonlyArray<number>) => ({
  ratio: median(ratios),
  ratio_low: quantile(ratios, 0.1),
  ratio_high: quantile(ratios, 0.9)
})

const costRow = (name: string, rounds: ReadonlyArray<Round>): Row => ({
  name,
  ...spread(rounds.map(([plain, divided]) => (ofDatabase(divided) - ofDatabase(plain)) / ofDatabase(plain))),
  server_us: figure(rounds.map(([, { server }]) => server)),
  coordinator_us: figure(rounds.map(([, { first }]) => first)),
  ...Object.fromEntries(
    (rounds[0]?.[1].nodes ?? []).map((_, at) => [
      `node${at + 1}_us`,
      figure(rounds.map(([, { nodes }]) => nodes[at] ?? Number.NaN))
    ])
  ),
  plain_server_us: figure(rounds.map(([{ server }]) => server)),
  plain_us: figure(rounds.map(([plain]) => ofDatabase(plain))),
  growth: median(rounds.map(([plain, divided]) => ofDatabase(plain) / ofBusiest(divided))),
  ...(name.startsWith("file") ? { bar: "≤ 0.6 ×" } : {}),
  notes:
    "the ratio is what the database's servers need more than one Postgres; growth: how many times as many a second, where each has a machine of its own"
})

const ownRow = (name: string, works: ReadonlyArray<Home.Work>): Row => ({
  name,
  ...spread(works.map((work) => (work.nodes[0] ?? Number.NaN) / ofDatabase(work))),
  coordinator_us: figure(works.map(({ first }) => first)),
  own_us: figure(works.map(({ nodes }) => nodes[0] ?? Number.NaN)),
  others_us: figure(works.map(({ nodes }) => nodes.slice(1).reduce((sum, one) => sum + one, 0))),
  bar: "≥ 0.9 ×",
  notes: "filings of organisations of one node: the ratio is the share of that node in the work of all"
})

const rowsOfSize = async (size: number, { rounds, wanted }: Options, tick: () => void): Promise<ReadonlyArray<Row>> => {
  const chosen = operations.filter(([name]) => wanted(`${name}/${size}`))
  const isOwn = size > 1 && wanted(`own/${size}`)
  if (chosen.length === 0 && !isOwn) return []
  const [plain, divided] = [await Home.plain(size), await Home.divided(size)]
  try {
    const found = new Map<string, Array<Round>>(chosen.map(([name]) => [name, []]))
    const own: Array<Home.Work> = []
    for (const home of [plain, divided]) for (const [, operation] of operations) await home.work(operation, warmSeconds)
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, operation] of chosen)
        found.get(name)?.push([await plain.work(operation, seconds), await divided.work(operation, seconds)])
      if (isOwn) own.push(await divided.work("submissions", seconds, 0))
      tick()
    }
    const rows = [...found].map(([name, works]) => costRow(`${name}/${size}`, works))
    return isOwn ? [...rows, ownRow(`own/${size}`, own)] : rows
  } finally {
    await plain.stop()
    await divided.stop()
  }
}

export const clusterRows = async (options: Options): Promise<ReadonlyArray<Row>> => {
  const absent = await CitusServers.missing()
  if (absent !== undefined) throw new Error(`Nothing can be measured: ${absent}`)
  const tick = progress("cluster")
  const rows: Array<Row> = []
  let done = 0
  for (const size of sizes)
    rows.push(...(await rowsOfSize(size, options, () => tick((done += 1), sizes.length * options.rounds))))
  return rows
}

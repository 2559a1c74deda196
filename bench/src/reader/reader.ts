/** The strict body reader beside JSON.parse, each from the bytes of a request. */
import { Result } from "effect"
import * as StrictJson from "@formwork/http/request/StrictJson"
import { itemsOf } from "../json.ts"
import { measure, type Timed } from "../measure.ts"
import type { Options } from "../Options.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import { validPayloads } from "../rules/payloads.ts"
import { hostileBodies } from "./hostileBodies.ts"

const DEPTH = 32

interface Group {
  readonly name: string
  readonly bodies: ReadonlyArray<Buffer>
  readonly bar?: string
  readonly notes: string
}

/** Valid quotes, with as many drivers as make the wanted size. */
const quotes = (bytes: number, count: number): ReadonlyArray<Buffer> =>
  validPayloads(count, 11).map((data) => {
    const drivers = itemsOf(data["drivers"])
    const each = JSON.stringify(drivers[0]).length + 1
    const bare = JSON.stringify({ data: { ...data, drivers: [] } }).length
    const many = Math.max(1, Math.round((bytes - bare) / each))
    const rows = Array.from({ length: many }, (_, index) => drivers[index % drivers.length] ?? null)
    return Buffer.from(JSON.stringify({ data: { ...data, drivers: rows } }))
  })

const groups: ReadonlyArray<Group> = [
  { name: "1 KB", bodies: quotes(1_024, 64), bar: "≤ 2 ×", notes: "64 quotes in turn, some with letters beyond ASCII" },
  { name: "64 KB", bodies: quotes(65_536, 16), notes: "quotes with hundreds of drivers" },
  {
    name: "768 KB",
    bodies: quotes(786_432, 2),
    notes: "quotes with thousands of drivers: near the 50,000 members of a body"
  }
]

const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** Checks that a reader to be timed reads every body as JSON.parse does. */
const verify = (bodies: ReadonlyArray<Buffer>): void => {
  for (const body of bodies) {
    const read = StrictJson.parse(body, DEPTH)
    if (!Result.isSuccess(read)) throw new Error(`the reader refuses ${body.length} bytes: ${read.failure}`)
    if (JSON.stringify(read.success) !== body.toString()) throw new Error("the reader and JSON.parse differ")
  }
}

const timed = (name: string, bodies: ReadonlyArray<Buffer>, read: (body: Buffer) => unknown): Timed => ({
  name,
  rotation: bodies.length,
  run: (index) => {
    const body = bodies[index % bodies.length]
    return body === undefined ? undefined : read(body)
  }
})

const rowsOf = async (group: Group, rounds: number): Promise<ReadonlyArray<Row>> => {
  const entries = [
    timed(`reader/${group.name}/JSON.parse`, group.bodies, parse),
    timed(`reader/${group.name}`, group.bodies, (body) => StrictJson.parse(body, DEPTH))
  ]
  const kilobytes = group.bodies.reduce((sum, { length }) => sum + length, 0) / group.bodies.length / 1024
  return (await measure(entries, rounds, progress(`reader/${group.name}`))).map((timing, index) => ({
    name: timing.name,
    ratio: timing.ratio,
    ratio_low: timing.ratioLow,
    ratio_high: timing.ratioHigh,
    median_ns: timing.median,
    low_ns: timing.low,
    high_ns: timing.high,
    kb: kilobytes,
    ...(index === 1 && group.bar !== undefined ? { bar: group.bar } : {}),
    notes: index === 0 ? "from bytes: toString, then JSON.parse" : group.notes
  }))
}

/** @returns a pair of rows a body size, the ratio to JSON.parse; and a pair for each hostile body. */
export const readerRows = async ({ rounds, wanted }: Options): Promise<ReadonlyArray<Row>> => {
  const rows: Array<Row> = []
  for (const group of groups) {
    if (!wanted(`reader/${group.name}`)) continue
    verify(group.bodies)
    rows.push(...(await rowsOf(group, rounds)))
  }
  for (const { body, name } of hostileBodies) {
    if (!wanted(`hostile/${name}`)) continue
    const group = { name: `hostile/${name}`, bodies: [body], notes: "" }
    const [, row] = await rowsOf(group, Math.min(rounds, 7))
    if (row !== undefined) rows.push({ ...row, name: group.name })
  }
  return rows
}

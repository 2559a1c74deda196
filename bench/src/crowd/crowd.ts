/** A good client's waiting time beside a crowd of connections, and alone. */
import { quantile } from "../measure.ts"
import * as Arena from "../filing/Arena.ts"
import type { Options } from "../Options.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import { startClients } from "./startClients.ts"

/** How long a client is watched, and how long before that it and the crowd begin. */
const WATCHED_SECONDS = 8
const LEAD_SECONDS = 4

/** How often the good client asks. */
const PAUSE_MILLIS = 20

const sleep = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

type Kind = "evaluate" | "file" | "no-key"

const kinds: ReadonlyArray<readonly [kind: Kind, what: string]> = [
  ["evaluate", "others evaluate with another key"],
  ["file", "others file with another key, in 50 forms"],
  ["no-key", "others have no key"]
]

const requestsOf = (arena: Arena.Arena, kind: Kind | "good", token: string): ReadonlyArray<string> => {
  const { host } = new URL(arena.address)
  const body = Buffer.from(arena.body).toString("latin1")
  const authorization = kind === "no-key" ? "" : `Authorization: Bearer ${token}\r\n`
  const operation = kind === "file" ? "submissions" : "evaluate"
  const forms = kind === "file" ? arena.forms : arena.forms.slice(0, 1)
  return forms.map(
    ({ id }) =>
      `POST /api/platform/v1/forms/${id}/${operation} HTTP/1.1\r\nHost: ${host}\r\n${authorization}` +
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  )
}

const summed = (answers: Readonly<Record<string, number>>): string =>
  Object.entries(answers)
    .map(([status, count]) => `${count} × ${status}`)
    .join(", ")

export const crowdRows = async ({ connections, rounds, wanted }: Options): Promise<ReadonlyArray<Row>> => {
  const tick = progress("crowd")
  const arena = await Arena.start(50, { MAX_CONNECTIONS: String(connections + 100) })
  const [good, crowd] = [startClients(), startClients()]
  const { hostname, port } = new URL(arena.address)
  const place = {
    host: hostname,
    port: Number(port),
    seconds: LEAD_SECONDS + WATCHED_SECONDS,
    reportedFrom: LEAD_SECONDS
  }
  const watch = () =>
    good.run({
      ...place,
      connections: 1,
      requests: requestsOf(arena, "good", arena.session),
      pauseMillis: PAUSE_MILLIS
    })
  try {
    const rows: Array<Row> = []
    const chosen = kinds.filter(([kind]) => wanted(kind))
    await watch()
    for (const [index, [kind, what]] of chosen.entries()) {
      const [alone, beside]: [Array<number>, Array<number>] = [[], []]
      const ratios: Array<number> = []
      let others = {}
      for (let round = 0; round < rounds; round++) {
        const single = await watch()
        // The good client is connected before the crowd comes, as a client with a pool is.
        const watching = watch()
        await sleep(500)
        const crowded = { ...place, connections, requests: requestsOf(arena, kind, arena.tokens[0]), pauseMillis: 0 }
        const running = crowd.run({ ...crowded, reportedFrom: 0 })
        const among = await watching
        others = (await running).answers
        alone.push(quantile(single.millis, 0.99))
        beside.push(quantile(among.millis, 0.99))
        ratios.push(quantile(among.millis, 0.99) / quantile(single.millis, 0.99))
        await sleep(3_000)
        tick(index * rounds + round + 1, chosen.length * rounds)
      }
      rows.push({
        name: kind,
        ratio: quantile(ratios, 0.5),
        ratio_low: quantile(ratios, 0.1),
        ratio_high: quantile(ratios, 0.9),
        alone_p99_ms: quantile(alone, 0.5),
        beside_p99_ms: quantile(beside, 0.5),
        connections,
        bar: "≤ 10 ×",
        notes: `${what}; they were answered ${summed(others)} in the last round`
      })
    }
    return rows
  } finally {
    good.end()
    crowd.end()
    await arena.stop()
  }
}

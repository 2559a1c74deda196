/** What sending costs: deliveries to one receiver, e-mail, and a healthy receiver beside a slow one, over real sockets and a real database. */
import { Effect } from "effect"
import type { Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import type { Content } from "@formwork/domain/filing/Content"
import * as FiringFixture from "@formwork/contract/FiringFixture"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import * as Cpu from "../http/cpu.ts"
import { median } from "../measure.ts"
import type { Options } from "../Options.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import { bare } from "./bare.ts"
import * as World from "./World.ts"

/** Effects a round. */
const count = 2_000

/** Effects that wait for the slow receiver, which answers after two seconds. */
const waiting = 300

const slowMillis = 2_000

interface Figures {
  readonly aSecond: number
  /** Microseconds of CPU of this process, and of Postgres, for one effect. */
  readonly own: number
  readonly postgres: number
}

interface Place {
  readonly sql: SqlClient.SqlClient
  /** Its server. */
  readonly pid: number
  readonly mail: string
}

const place = Effect.fnUntraced(function* (admin: Redacted.Redacted<string>) {
  const sql = yield* TestServer.connect(admin)
  const [backend] = yield* sql<{ readonly pid: number }>`select pg_backend_pid() as pid`
  return { sql, pid: Cpu.parentOf(backend?.pid ?? 0), mail: yield* World.receiver("smtp") }
})

/** Sends all that is due to `destination`, and then ends the dispatcher. */
const sending = ({ mail, pid, sql }: Place, destination: string, effects: number) =>
  Effect.gen(function* () {
    const before = World.worked(pid)
    const started = performance.now()
    yield* World.dispatch(mail)
    yield* World.sent(sql, destination)
    const seconds = (performance.now() - started) / 1_000
    const after = World.worked(pid)
    const figures: Figures = {
      aSecond: effects / seconds,
      own: (after.own - before.own) / effects,
      postgres: (after.postgres - before.postgres) / effects
    }
    return figures
  }).pipe(Effect.scoped)

/** One organisation's effects to one destination. */
const alone = Effect.fnUntraced(function* (at: Place, destination: string, content: Content, effects = count) {
  yield* World.file(yield* World.sender, effects, content)
  return yield* sending(at, destination, effects)
})

/** The healthy receiver's, of an organisation that also has much for a slow one. */
const beside = Effect.fnUntraced(function* (at: Place, url: string, slow: string) {
  const setting = yield* World.sender
  yield* World.file(setting, waiting, World.event(slow))
  yield* World.file(setting, count, World.event(url))
  const figures = yield* sending(at, new URL(url).host, count)
  yield* at.sql`update formwork.firings set state = 'dead', next_attempt_at = null where state = 'pending'`
  return figures
})

const posted = (url: string) => {
  const content = World.event(url)
  const { data, timestamp, type } = content.event
  const headers = {
    "content-type": "application/json",
    "webhook-id": "01890a5d-ac96-774b-bcce-b302099a8057",
    "webhook-timestamp": "1773489600",
    "webhook-signature": `v1,${Buffer.alloc(32, 1).toString("base64")}`
  }
  return Effect.promise(() => bare(content.url, headers, JSON.stringify({ type, timestamp, data }), count, 16))
}

const row = (name: string, rounds: ReadonlyArray<Figures>, ratios: ReadonlyArray<number>, more: Partial<Row>): Row => ({
  name,
  ...(ratios.length === 0
    ? {}
    : { ratio: median(ratios), ratio_low: Math.min(...ratios), ratio_high: Math.max(...ratios) }),
  a_second: median(rounds.map(({ aSecond }) => aSecond)),
  own_us: median(rounds.map(({ own }) => own)),
  postgres_us: median(rounds.map(({ postgres }) => postgres)),
  ...more
})

const rowsOf = (admin: Redacted.Redacted<string>, { rounds, wanted }: Options) =>
  Effect.gen(function* () {
    const at = yield* place(admin)
    const http = yield* World.receiver("http")
    const slow = yield* World.receiver("http", slowMillis)
    const host = new URL(http).host
    const tell = progress("sending")
    const parts = ["webhook/1", "webhook/slow", "mail"].filter(wanted)
    const webhook: Array<Figures> = []
    const least: Array<number> = []
    const healthy: Array<Figures> = []
    const mail: Array<Figures> = []
    yield* alone(at, host, World.event(http), 500)
    for (let round = 0; round < rounds; round++) {
      if (parts.some((part) => part.startsWith("webhook"))) {
        least.push(yield* posted(http))
        webhook.push(yield* alone(at, host, World.event(http)))
      }
      if (parts.includes("webhook/slow")) healthy.push(yield* beside(at, http, slow))
      if (parts.includes("mail")) mail.push(yield* alone(at, "mail", FiringFixture.note))
      tell(round + 1, rounds)
    }
    const ratios = webhook.map(({ own }, round) => own / (least[round] ?? Number.NaN))
    const shares = healthy.map(({ aSecond }, round) => aSecond / (webhook[round]?.aSecond ?? Number.NaN))
    const rows: ReadonlyArray<Row> = [
      row("webhook/1", webhook, ratios, {
        bare_us: median(least),
        hot_share: yield* hotShare(at),
        bar: "1,000 a second, 1,500 µs in all",
        notes: "one receiver; the ratio is this process's CPU to node:http's for the same bytes"
      }),
      row("webhook/slow", healthy, shares, {
        bar: "≥ 0.5 ×",
        notes: "beside 300 for a receiver that takes two seconds; the ratio is the rate to that of webhook/1"
      }),
      row("mail", mail, [], { bar: "200 a second", notes: "to an SMTP server on this machine" })
    ]
    return rows.filter(({ name }) => parts.includes(name))
  }).pipe(Effect.scoped)

/** The share of the updates of the outbox that wrote no index (HOT): every effect is claimed once and settled once. */
const hotShare = Effect.fnUntraced(function* ({ sql }: Place) {
  yield* Effect.sleep("1500 millis") // until Postgres' processes have told their counts
  const [found] = yield* sql<{ readonly share: number }>`
    select (n_tup_hot_upd::double precision / greatest(n_tup_upd, 1)) as share
      from pg_stat_user_tables where schemaname = 'formwork' and relname = 'firings'`
  return found?.share ?? Number.NaN
})

/** In a database of its own on the tests' server. */
export const sendingRows = (options: Options): Promise<ReadonlyArray<Row>> =>
  Effect.flatMap(TestServer.migrated, ({ admin }) =>
    rowsOf(admin, options).pipe(Effect.provide(World.layer(admin)))
  ).pipe(Effect.scoped, Effect.runPromise)

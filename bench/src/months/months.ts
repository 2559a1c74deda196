/** What it costs that tables are divided by months, and what giving up a month costs beside deleting its rows. */
import { Effect, Logger, Redacted } from "effect"
import * as Month from "@formwork/postgres/database/months/Month"
import * as Retention from "@formwork/postgres/database/months/Retention"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import * as Arena from "../filing/Arena.ts"
import * as Pgbench from "../filing/pgbench.ts"
import * as Store from "../filing/store.ts"
import { median, quantile } from "../measure.ts"
import type { Options } from "../Options.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"

const FORMS = 50
const CONNECTIONS = 8
const SECONDS = 4
const LINES = 1_000_000

const quietly = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provide(effect, Logger.layer([])))

const now = Month.of(new Date())

const retain = (url: string, month: Month.Month) =>
  quietly(Retention.retain(Redacted.make(url), { audit: 1, attempts: 1, usage: 1 }, month, false))

/** A server with a database of one kind or the other, and the statement that files there. */
const prepare = async (isDivided: boolean) => {
  const arena = await Arena.start(FORMS)
  if (isDivided) await retain(arena.databaseUrl, now)
  const store = await Store.prepare(arena)
  const script = Pgbench.prepare(arena, store.filing, arena.forms, CONNECTIONS)
  const stop = async () => {
    script.remove()
    await store.close()
    await arena.stop()
  }
  return { url: arena.databaseUrl, organisation: arena.caller.organisationId, run: script.run, stop }
}

type Side = Awaited<ReturnType<typeof prepare>>

/** Runs statements as a superuser, and gives the milliseconds that they took together. */
const timed = (url: string, ...statements: ReadonlyArray<string>): Promise<number> =>
  quietly(
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* TestServer.connect(Redacted.make(url))
        const began = performance.now()
        for (const statement of statements) yield* sql.unsafe(statement).unprepared
        return performance.now() - began
      })
    )
  )

/** Lines of the audit log, all of a month. */
const written = ({ organisation }: Side, month: Month.Month): string => `
  insert into formwork.audit_events (organisation_id, event_id, action, user_id, credential_kind, credential_id, subject_id, request_id, address)
  select '${organisation}', overlay(gen_random_uuid()::text placing '${Month.least.id(month).slice(0, 13)}-7' from 1)::uuid, 'submission.created',
         gen_random_uuid(), 'api_key', gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), '203.0.113.7'
    from generate_series(1, ${LINES})`

const deleted = (month: Month.Month): string =>
  `delete from formwork.audit_events where event_id >= '${Month.least.id(month)}' and event_id < '${Month.least.id(month + 1)}'`

/** @param round a month of its own. */
const givenUp = async (divided: Side, whole: Side, round: number) => {
  const month = now + 3 + round
  await timed(divided.url, written(divided, month), "checkpoint")
  const began = performance.now()
  await retain(divided.url, month + 2)
  const giving = performance.now() - began
  await timed(whole.url, written(whole, month), "checkpoint")
  const deleting = await timed(whole.url, deleted(month), "vacuum formwork.audit_events")
  return { giving, deleting }
}

export const monthRows = async ({ rounds, wanted }: Options): Promise<ReadonlyArray<Row>> => {
  const tick = progress("months")
  const sides = [await prepare(false), await prepare(true)] as const
  const [whole, divided] = sides
  const rows: Array<Row> = []
  const isFiled = wanted("months/file")
  const isGivenUp = wanted("months/give-up")
  const total = rounds * (Number(isFiled) + Number(isGivenUp))
  let done = 0
  try {
    if (isFiled) {
      await whole.run(2)
      await divided.run(2)
      const rates: Array<readonly [number, number]> = []
      for (let round = 0; round < rounds; round++) {
        const first = await sides[round % 2 === 0 ? 0 : 1].run(SECONDS)
        const second = await sides[round % 2 === 0 ? 1 : 0].run(SECONDS)
        rates.push(round % 2 === 0 ? [first, second] : [second, first])
        tick((done += 1), total)
      }
      const ratios = rates.map(([one, other]) => one / other)
      rows.push({
        name: "months/file",
        ratio: median(ratios),
        ratio_low: quantile(ratios, 0.1),
        ratio_high: quantile(ratios, 0.9),
        whole_per_second: Math.round(median(rates.map(([one]) => one))),
        divided_per_second: Math.round(median(rates.map(([, other]) => other))),
        notes: `the time of a filing by pgbench over ${CONNECTIONS} connections on tables that are divided by months, beside tables that are not`
      })
    }
    if (isGivenUp) {
      const times: Array<Awaited<ReturnType<typeof givenUp>>> = []
      for (let round = 0; round < rounds; round++) {
        times.push(await givenUp(divided, whole, round))
        tick((done += 1), total)
      }
      const ratios = times.map(({ deleting, giving }) => giving / deleting)
      rows.push({
        name: "months/give-up",
        ratio: median(ratios),
        ratio_low: quantile(ratios, 0.1),
        ratio_high: quantile(ratios, 0.9),
        give_up_ms: Math.round(median(times.map(({ giving }) => giving))),
        delete_ms: Math.round(median(times.map(({ deleting }) => deleting))),
        notes: `\`formwork retention\` of four tables with a month of ${LINES.toLocaleString("en")} lines to give up, beside one delete of those lines and the vacuum that makes their room free`
      })
    }
    return rows
  } finally {
    for (const side of sides) await side.stop()
  }
}

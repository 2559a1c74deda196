/** Lists, exports and reports over one large organisation beside a thousand small ones. */
import { spawn } from "node:child_process"
import { Effect, Redacted } from "effect"
import { HttpServer } from "effect/http"
import type { SqlClient } from "effect/sql"
import { SubmissionListStore } from "@formwork/domain/filing/SubmissionListStore"
import type { TimeFilter } from "@formwork/domain/filing/SubmissionListStore"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Reports } from "@formwork/domain/reports/Reports"
import { seed } from "@formwork/postgres/testing/Seed"
import type { Seeded } from "@formwork/postgres/testing/Seed"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import type { Options } from "../Options.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import { impactRow } from "./impact.ts"
import * as World from "./World.ts"

const others = 1_000

const quantile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const spread = (millis: ReadonlyArray<number>) => {
  const sorted = [...millis].sort((a, b) => a - b)
  const at = (share: number): number => quantile(sorted, share) * 1e6
  return { median_ns: at(0.5), low_ns: at(0.1), high_ns: at(0.9) }
}

const timed = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const started = performance.now()
    const value = yield* work
    return { value, millis: performance.now() - started }
  })

/** Planning and execution time of a page as the database reports them, under a server's role. */
const atDatabase = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, { owner }: Seeded, filter: TimeFilter) {
  return yield* sql.withTransaction(
    Effect.gen(function* () {
      yield* sql`set local role formwork_api`
      yield* sql`select set_config('app.organisation_id', ${owner.organisationId}, true)`
      const [page] = yield* sql<{ readonly text: string }>`
        select formwork.page_statement(${filter.formId !== undefined}, ${filter.state !== undefined}, false, false, null, false,
          false, false) as text`
      const values = [owner.organisationId, filter.formId, filter.state].map(
        (value) => `'${value ?? owner.organisationId}'`
      )
      const given = [`${values[0]}::uuid`, `${values[1]}::uuid`, `${values[2]}::text`]
      const statement = (page?.text ?? "").replaceAll(/\$(\d+)/gu, (_, number) =>
        number === "11" ? "50" : number === "12" ? "8388608" : (given[Number(number) - 1] ?? "null")
      )
      const lines = yield* sql.unsafe<Record<string, unknown>>(`explain (analyze, timing off, costs off) ${statement}`)
        .unprepared
      const text = lines.map((line) => String(line["QUERY PLAN"])).join("\n")
      const of = (what: string) => Number(new RegExp(`${what} Time: ([\\d.]+) ms`, "u").exec(text)?.[1])
      return of("Planning") + of("Execution")
    })
  )
})

const pageRows = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, seeded: Seeded, { rounds, wanted }: Options) {
  const store = yield* SubmissionListStore
  const [large, small] = seeded.forms
  const filters: ReadonlyArray<readonly [name: string, filter: TimeFilter]> = [
    ["page/all", {}],
    ["page/form", { formId: large }],
    ["page/other form", { formId: small }],
    ["page/state", { state: "submitted" }],
    ["page/rare state", { state: "draft" }],
    ["page/form and rare state", { formId: large, state: "draft" }]
  ]
  const rows: Array<Row> = []
  for (const [name, filter] of filters.filter(([name]) => wanted(name))) {
    const inside: Array<number> = []
    const outside: Array<number> = []
    for (let round = 0; round < rounds; round++) {
      inside.push(yield* atDatabase(sql, seeded, filter))
      const page = store.byTime(seeded.owner, filter, undefined, { limit: 50, bytes: 8 * 1024 * 1024 })
      outside.push((yield* timed(page)).millis)
    }
    const through = spread(outside)
    rows.push({
      name,
      ...spread(inside),
      through_the_store_ms: through.median_ns / 1e6,
      bar: "≤ 20 ms",
      notes: "the first 50, at the database"
    })
  }
  return rows
})

/** Reads the file in a separate process and discards it. */
const client = `
  const answer = await fetch(process.argv[1], { headers: { authorization: "Bearer " + process.argv[2] } })
  let bytes = 0
  for await (const chunk of answer.body) bytes += chunk.length
  console.log(answer.status, bytes)`

const download = (url: string, token: string) =>
  Effect.promise(
    () =>
      new Promise<{ readonly bytes: number; readonly grownMegabytes: number }>((resolve, reject) => {
        globalThis.gc?.()
        const before = process.memoryUsage().rss
        let most = before
        const watch = setInterval(() => void (most = Math.max(most, process.memoryUsage().rss)), 50)
        const child = spawn(process.execPath, ["--input-type=module", "-e", client, url, token])
        let said = ""
        child.stdout.on("data", (chunk: Buffer) => void (said += chunk.toString()))
        child.on("error", reject).on("close", () => {
          clearInterval(watch)
          const [status, bytes] = said.trim().split(" ").map(Number)
          if (status !== 200) return reject(new Error(`the export answered ${said}`))
          resolve({ bytes: bytes ?? 0, grownMegabytes: (most - before) / 1024 ** 2 })
        })
      })
  )

const exportRows = Effect.fnUntraced(function* ({ forms, owner }: Seeded, { rows, wanted }: Options) {
  const keys = yield* ApiKeys
  const { address } = yield* HttpServer.HttpServer
  const port = "port" in address ? address.port : 0
  const { token } = yield* keys.create(owner, { name: "Bench", privileges: ["submission:read"] })
  const found: Array<Row> = []
  for (const [name, query, share] of [
    ["export/ndjson", "format=ndjson", 1],
    ["export/csv", `format=csv&form=${forms[0]}`, 0.9]
  ] as const) {
    if (!wanted(name)) continue
    const url = `http://127.0.0.1:${port}/api/platform/submissions/export?${query}`
    const { millis, value } = yield* timed(download(url, Redacted.value(token.text)))
    found.push({
      name,
      median_ns: millis * 1e6,
      submissions: rows * share,
      megabytes: value.bytes / 1024 ** 2,
      grown_mb: value.grownMegabytes,
      bar: "≤ 200 MB",
      notes: "resident memory of this process, which is the server, beyond what it had before"
    })
  }
  return found
})

const reportRows = Effect.fnUntraced(function* ({ forms, owner }: Seeded, { rows, wanted }: Options) {
  const reports = yield* Reports
  const found: Array<Row> = []
  for (const [name, period] of [
    ["report/year", { from: undefined, to: undefined }],
    ["report/month", { from: "2026-03-01", to: "2026-03-31" }]
  ] as const) {
    if (!wanted(name)) continue
    const first = yield* timed(reports.submissions(owner, forms[0], period))
    const { millis, value } = yield* timed(reports.submissions(owner, forms[0], period))
    found.push({
      name,
      median_ns: millis * 1e6,
      submissions: value.total,
      first_ms: first.millis,
      bar: "≤ 2 s",
      notes: `of ${rows}; 6 numbers, 3 choices`
    })
  }
  return found
})

export const listsRows = (options: Options): Promise<ReadonlyArray<Row>> =>
  World.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const { admin } = yield* TestServer.migrated
        const sql = yield* TestServer.connect(admin)
        const bar = progress(`putting in ${options.rows} submissions`)
        const seeded = yield* seed(sql, { rows: options.rows, others, done: (rows) => bar(rows, options.rows) })
        const work = Effect.gen(function* () {
          const pages = yield* pageRows(sql, seeded, options)
          const files = yield* exportRows(seeded, options)
          const reports = yield* reportRows(seeded, options)
          return [...pages, ...files, ...reports, ...(options.wanted("impact") ? [yield* impactRow(sql, seeded)] : [])]
        })
        return yield* Effect.provide(work, World.layer(admin))
      })
    )
  )

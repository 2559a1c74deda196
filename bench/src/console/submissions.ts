/** Lists of very many submissions in the console, on a Postgres server of their own. */
import type { Browser, Page } from "playwright-core"
import { Effect, Redacted, Schema } from "effect"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import { quantile } from "../measure.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import { type DemoServer, startDemo } from "./DemoServer.ts"
import { signedIn, timeRow } from "./times.ts"

/** As many rows as a list of the console reads. */
const ROWS = 10_000

/** Copies of the first submission, one every half minute up to its own time. */
const fill = (url: string, count: number): Promise<void> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const sql = yield* TestServer.connect(Redacted.make(url))
        const tick = progress(`putting in ${count} submissions`)
        // What they refer to is that of the first one. Checking it for each takes as long as the rest.
        yield* sql`set session_replication_role = replica`
        const batch = 20_000
        for (let from = 0; from < count; from += batch) {
          const last = Math.min(from + batch, count)
          yield* sql`
            insert into formwork.submissions
            select (jsonb_populate_record(s, jsonb_build_object(
                'submission_id', '018' || lpad(to_hex(n), 5, '0') || '-0000-7000-8000-000000000000',
                'reference_number', 'COPY-' || lpad(n::text, 7, '0'),
                'created_at', s.created_at - (${count} - n) * interval '30 seconds'))).*
              from formwork.submissions s, generate_series(${from}::integer, ${last - 1}::integer) n
             where s.reference_number not like 'COPY-%'`
          tick(last, count)
        }
        yield* sql`vacuum analyze formwork.submissions`.unprepared
      })
    )
  )

/** Files the demo's motor quote once. */
const fileOne = async ({ url, variable }: DemoServer): Promise<void> => {
  const form = `${url}/api/platform/v1/forms/${variable("FORM_ID_MQ")}`
  const headers = { authorization: `Bearer ${variable("KEY")}`, "content-type": "application/json" }
  const schema = await fetch(`${url}/api/platform/forms/${variable("FORM_ID_MQ")}/schema`, { headers })
  const { example } = Schema.decodeUnknownSync(Schema.Struct({ example: Schema.Unknown }))(await schema.json())
  const filed = await fetch(`${form}/submissions`, { method: "POST", headers, body: JSON.stringify({ data: example }) })
  if (filed.status !== 201) throw new Error(`the quote was answered ${filed.status}: ${await filed.text()}`)
}

/** Milliseconds from the press of the link to rows that are painted, without those of the request that brought them. */
const opening = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        performance.clearResourceTimings()
        const link = Array.from(document.querySelectorAll("nav a")).find((one) => one.textContent === "Submissions")
        if (!(link instanceof HTMLElement)) throw new Error("there is no link Submissions")
        const started = performance.now()
        const look = () => {
          if (
            document.querySelector("[role=grid] [role=row][aria-rowindex='2'], [role=grid] [role=rowheader]") === null
          )
            return void requestAnimationFrame(look)
          requestAnimationFrame(() =>
            setTimeout(() => {
              const ended = performance.now()
              const asked = performance
                .getEntriesByType("resource")
                .filter(({ name }) => /\/submissions\?/u.test(name))
                .map(({ duration }) => duration)
              resolve(ended - started - Math.max(0, ...asked))
            })
          )
        }
        link.click()
        requestAnimationFrame(look)
      })
  )

const openings = async (page: Page, count: number): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  for (let index = 0; index <= count; index += 1) {
    await page.getByRole("link", { name: "Home", exact: true }).click()
    await page.getByRole("heading", { name: "Home" }).waitFor()
    // A list that was read a moment ago is shown without a request.
    await page.reload()
    await page.getByRole("heading", { name: "Home" }).waitFor()
    await page.waitForLoadState("networkidle")
    times.push(await opening(page))
  }
  // The first fetches the screen's program too.
  return times.slice(1)
}

/** Reads all rows that a list takes, then goes down them, a screen a frame. @returns the milliseconds between frames. */
const frames = async (page: Page): Promise<ReadonlyArray<number>> => {
  const grid = page.getByRole("grid")
  await grid.waitFor()
  const tick = progress("reading rows")
  for (;;) {
    const rows = await grid.evaluate((area) => {
      area.scrollTop = area.scrollHeight
      const body = area.querySelectorAll("[role=rowgroup]")[1]
      const height = area.querySelector("[role=rowgroup]")?.clientHeight ?? 36
      return Math.round((body?.clientHeight ?? 0) / height)
    })
    tick(Math.min(rows, ROWS), ROWS)
    if (rows >= ROWS) break
    await page.waitForTimeout(20)
  }
  return grid.evaluate(
    (area) =>
      new Promise<Array<number>>((resolve) => {
        const times: Array<number> = []
        let before = 0
        area.scrollTop = 0
        const step = (now: number) => {
          if (before > 0) times.push(now - before)
          before = now
          if (area.scrollTop + area.clientHeight >= area.scrollHeight - 1) return resolve(times)
          area.scrollTop += area.clientHeight
          requestAnimationFrame(step)
        }
        requestAnimationFrame(() => requestAnimationFrame(step))
      })
  )
}

const listRows = async (browser: Browser, server: DemoServer, rounds: number, count: number): Promise<Array<Row>> => {
  const { page } = await signedIn(browser, server)
  const opened = await openings(page, rounds)
  await page.goto(`${server.url}/console/submissions?form=${server.variable("FORM_ID_MQ")}`)
  const drawn = await frames(page)
  // One is for selecting.
  const columns = (await page.getByRole("columnheader").count()) - 1
  return [
    timeRow(
      "list/opens",
      opened,
      300,
      `among ${count}, from the press of the link to painted rows, without the request`
    ),
    {
      ...timeRow("list/frame", drawn, 33, `${ROWS} rows of ${columns} columns, a screen a frame`),
      bar: "≤ 17 ms, p95 ≤ 33 ms",
      slowest_ms: quantile(drawn, 1)
    }
  ]
}

export const submissionRows = (browser: Browser, rounds: number, count: number): Promise<Array<Row>> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const { admin } = yield* TestServer.migrated
        const url = Redacted.value(admin)
        const server = yield* Effect.acquireRelease(
          Effect.promise(() => startDemo(url)),
          ({ stop }) => Effect.promise(stop)
        )
        yield* Effect.promise(() => fileOne(server))
        yield* Effect.promise(() => fill(url, count))
        return yield* Effect.promise(() => listRows(browser, server, rounds, count))
      })
    )
  )

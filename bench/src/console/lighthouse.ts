/** Lighthouse's scores of the console's screens, with an empty cache, on what Lighthouse takes for a phone with slow 4G. */
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { Schema } from "effect"
import { chromium } from "playwright-core"
import { freePort } from "@formwork/postgres/testing/freePort"
import { quantile } from "../measure.ts"
import type { Row } from "../Row.ts"
import type { DemoServer } from "./DemoServer.ts"
import { browserPath } from "./browser.ts"
import { signIn } from "./times.ts"

/** Fetched when it is asked for, and no dependency: it brings a hundred packages, and nothing else here needs one of them. */
const LIGHTHOUSE = "lighthouse@13.5.0"

const Score = Schema.Struct({ score: Schema.Number })
const Report = Schema.fromJsonString(
  Schema.Struct({
    categories: Schema.Struct({ performance: Score, accessibility: Score, "best-practices": Score }),
    audits: Schema.Struct({
      "largest-contentful-paint": Schema.Struct({ numericValue: Schema.Number }),
      "total-blocking-time": Schema.Struct({ numericValue: Schema.Number })
    })
  })
)
type Report = typeof Report.Type

const look = async (url: string, port: number): Promise<Report> => {
  const { stdout } = await promisify(execFile)(
    "pnpm",
    [
      "dlx",
      LIGHTHOUSE,
      url,
      `--port=${port}`,
      "--output=json",
      "--quiet",
      "--no-enable-error-reporting",
      "--only-categories=performance,accessibility,best-practices",
      "--disable-storage-reset"
    ],
    { maxBuffer: 64e6 }
  )
  return Schema.decodeUnknownSync(Report)(stdout)
}

const rowOf = (name: string, reports: ReadonlyArray<Report>): Row => {
  const median = (of: (report: Report) => number): number => quantile(reports.map(of), 0.5)
  const performance = median(({ categories }) => categories.performance.score) * 100
  return {
    name,
    ratio: 95 / performance,
    performance,
    access: median(({ categories }) => categories.accessibility.score) * 100,
    best_practices: median(({ categories }) => categories["best-practices"].score) * 100,
    content_ms: median(({ audits }) => audits["largest-contentful-paint"].numericValue),
    blocked_ms: median(({ audits }) => audits["total-blocking-time"].numericValue),
    bar: "≥ 95, 100, 100",
    notes: `medians of ${reports.length}; a phone, slow 4G; the ratio is of the bar to the performance`
  }
}

/** @param rounds how often each screen is looked at. */
export const lighthouseRows = async (server: DemoServer, rounds: number): Promise<ReadonlyArray<Row>> => {
  const folder = mkdtempSync(join(tmpdir(), "formwork-bench-lighthouse-"))
  const port = await freePort()
  // Lighthouse opens its pages in the profile that the browser has by itself, so the session has to be there.
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: browserPath(),
    args: ["--no-sandbox", `--remote-debugging-port=${port}`]
  })
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    const many = async (path: string): Promise<ReadonlyArray<Report>> => {
      const reports: Array<Report> = []
      for (let index = 0; index < rounds; index += 1) {
        // The session stays, what was fetched goes: Lighthouse would keep both, or neither.
        await devtools.send("Network.clearBrowserCache")
        reports.push(await look(`${server.url}${path}`, port))
      }
      return reports
    }
    const outside = rowOf("lighthouse/sign-in", await many("/console/signin"))
    await signIn(page, server)
    await page.goto("about:blank")
    return [outside, rowOf("lighthouse/list", await many("/console/submissions"))]
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

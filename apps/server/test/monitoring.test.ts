/** The alert rules and the dashboard ask for metrics and labels that a real server has. */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import { demoOf, quote } from "./support/demo.ts"
import { serving } from "./support/formwork.ts"

const pathOf = (name: string) => fileURLToPath(new URL(`../../../deploy/monitoring/${name}`, import.meta.url))
const fileOf = (name: string) => readFileSync(pathOf(name), "utf8")

/** The expressions of the rules, each on a line of its own. */
const rules = [...fileOf("alerts.yaml").matchAll(/^ +expr: (.+)$/gmu)].map(([, expression = ""]) => expression)

const Dashboard = Schema.fromJsonString(
  Schema.Struct({
    panels: Schema.Array(
      Schema.Struct({ targets: Schema.optionalKey(Schema.Array(Schema.Struct({ expr: Schema.String }))) })
    )
  })
)
const panels = Schema.decodeUnknownSync(Dashboard)(fileOf("dashboard.json")).panels.flatMap(({ targets = [] }) =>
  targets.map(({ expr }) => expr)
)

/** Labels that Prometheus itself adds, and the one of several processes. */
const given = new Set(["job", "instance", "process", "le"])

interface Asked {
  readonly metric: string
  readonly labels: ReadonlyArray<string>
}

/** The metrics that an expression names, with the labels that it selects by. */
const asked = (expression: string): ReadonlyArray<Asked> =>
  [...expression.matchAll(/\b((?:formwork|process|nodejs)_\w+)(?:\{([^}]*)\})?/gu)].map(
    ([, metric = "", selector = ""]) => ({
      metric,
      labels: [...selector.matchAll(/(\w+)(?:=~|!~|!=|=)"/gu)]
        .map(([, label = ""]) => label)
        .filter((label) => !given.has(label))
    })
  )

/** The labels by which an expression sums; each belongs to one of its metrics. */
const summed = (expression: string): ReadonlyArray<string> =>
  [...expression.matchAll(/by \(([^)]*)\)/gu)]
    .flatMap(([, labels = ""]) => labels.split(",").map((label) => label.trim()))
    .filter((label) => !given.has(label))

const until = async <A>(look: () => Promise<A | undefined>): Promise<A> => {
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

it.live(
  "every metric and label that the alert rules and the dashboard name is in a real scrape",
  () =>
    Effect.gen(function* () {
      const { admin } = yield* TestServer.migrated
      const env = { DATABASE_URL: Redacted.value(admin), KEY_PEPPER: "a pepper of at least 32 characters" }
      const page = yield* Effect.promise(() =>
        serving(
          env,
          async (address, running) => {
            const [, operations = ""] = await running.says(/metrics are on (http:\S+)/u)
            await running.says(/Ctrl-C/u)
            const { formId, key } = demoOf(running)
            const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
            const url = `${address}/api/platform/v1/forms/${formId}/submissions`
            assert.strictEqual((await fetch(url, { method: "POST", headers, body: quote() })).status, 201)
            await fetch(url)
            return until(async () => {
              const text = await (await fetch(`${operations}/metrics`)).text()
              const isSent = text.includes('formwork_effects_sends_total{kind="document",result="delivered"} 1')
              return isSent && text.includes("formwork_clock_offset_seconds ") ? text : undefined
            })
          },
          ["--demo"]
        )
      )
      const series = page.split("\n").filter((line) => line !== "" && !line.startsWith("#"))
      const has = (metric: string, label?: string) =>
        series.some((line) =>
          label === undefined
            ? /^\w+/u.exec(line)?.[0] === metric
            : line.startsWith(`${metric}{`) && line.includes(`${label}="`)
        )
      assert.isAtLeast(rules.length, 15)
      assert.isAtLeast(panels.length, 15)
      for (const expression of [...rules, ...panels]) {
        const metrics = asked(expression)
        assert.isNotEmpty(expression.startsWith("up{") ? ["up"] : metrics, expression)
        for (const { labels, metric } of metrics) {
          assert.isTrue(has(metric), `${metric} is in no scrape: ${expression}`)
          for (const label of labels)
            assert.isTrue(has(metric, label), `${metric} has no label ${label}: ${expression}`)
        }
        for (const label of summed(expression))
          assert.isTrue(
            metrics.some(({ metric }) => has(metric, label)),
            `no metric has ${label}: ${expression}`
          )
      }
      const info = series.find((line) => line.startsWith("formwork_build_info")) ?? ""
      assert.match(
        info,
        /^formwork_build_info\{version="\d+\.\d+\.\d+",commit="(unknown|[0-9a-f]{12})",node="\d+\.[^"]+"\} 1$/u
      )
      const memory = Number(/^process_resident_memory_bytes (\S+)$/mu.exec(page)?.[1])
      assert.isAbove(memory, 50_000_000)
      assert.isAbove(Number(/^process_cpu_seconds_total (\S+)$/mu.exec(page)?.[1]), 0.5)
    }).pipe(Effect.scoped),
  300_000
)

const promtool = spawnSync("promtool", ["check", "rules", pathOf("alerts.yaml")], { encoding: "utf8" })
const isAbsent = promtool.error !== undefined
if (isAbsent) console.warn("promtool is not installed: the syntax of the alert rules is not checked.")

it.skipIf(isAbsent)("promtool accepts the alert rules", () => {
  assert.strictEqual(promtool.status, 0, promtool.stdout + promtool.stderr)
})

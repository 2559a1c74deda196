/** An impact run over the large form, and how long others wait for their filings meanwhile. */
import { Effect, Redacted } from "effect"
import { HttpServer } from "effect/http"
import type { SqlClient } from "effect/sql"
import { Forms } from "@formwork/domain/forms/Forms"
import { Impacts } from "@formwork/domain/impact/Impacts"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { definition, payload } from "@formwork/postgres/testing/Seed"
import type { Seeded } from "@formwork/postgres/testing/Seed"
import { startClients } from "../crowd/startClients.ts"
import * as Cpu from "../http/cpu.ts"
import * as Load from "../http/load.ts"
import { quantile, worked } from "../measure.ts"
import type { Row } from "../Row.ts"

/** How long filings are watched at a time. */
const windowSeconds = 4

/** Those who file meanwhile: connections, and their pause after each answer. */
const filers = { connections: 4, pauseMillis: 20 } as const

/** Every submission gets another premium. */
const dearer = {
  ...definition,
  code: "MQ0",
  fields: definition.fields.map(({ formula, ...field }) =>
    formula === undefined ? field : { ...field, formula: `${formula} + 1` }
  )
}

/** A client that files into the large form for a while. @returns what each filing took, in milliseconds. */
const filer = Effect.fnUntraced(function* ({ forms: [form], owner }: Seeded) {
  const { address } = yield* HttpServer.HttpServer
  const port = "port" in address ? address.port : 0
  const { token } = yield* ApiKeys.use((keys) =>
    keys.create(owner, { name: "Files", privileges: ["submission:write"] })
  )
  const path = `/api/platform/v1/forms/${form}/submissions`
  const body = JSON.stringify({ data: payload })
  const request = Load.post(`http://127.0.0.1:${port}`, path, Redacted.value(token.text), body)
  const process = yield* Effect.acquireRelease(Effect.sync(startClients), ({ end }) => Effect.sync(end))
  const seconds = windowSeconds
  const crowd = { host: "127.0.0.1", port, requests: [request], seconds, reportedFrom: 0.5, ...filers }
  return Effect.gen(function* () {
    const { answers, millis } = yield* Effect.promise(() => process.run(crowd))
    const others = Object.keys(answers).filter((status) => status !== "201")
    if (others.length > 0) return yield* Effect.die(new Error(`filings were answered ${others.join(", ")}`))
    return millis
  })
})

/** Filings are watched before, during and after the run. @param server of Postgres. */
export const impactRow = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, seeded: Seeded) {
  const impacts = yield* Impacts
  const [form] = seeded.forms
  const { owner } = seeded
  const [backend] = yield* sql<{ readonly pid: number }>`select pg_backend_pid() as pid`
  const postgres = Cpu.parentOf(backend?.pid ?? Number.NaN)
  const file = yield* filer(seeded)
  yield* file // warms up
  yield* Forms.use((forms) => forms.saveDraft(owner, form, dearer))
  const before = yield* file
  const from = { node: worked(), postgres: Cpu.ofFamily(postgres) }
  const begun = yield* impacts.start(owner, form, { limit: 1_000_000 })
  const during: Array<number> = []
  for (;;) {
    const millis = yield* file
    const { run } = yield* impacts.get(owner, form, begun.id, { limit: 1, after: 0 })
    // A window in which the run ended is left out, unless it is the only one.
    if (run.state === "running" || during.length === 0) during.push(...millis)
    if (run.state === "running") continue
    const [node, database] = [worked() - from.node, Cpu.ofFamily(postgres) - from.postgres]
    const after = yield* file
    const seconds = ((run.finishedAt?.epochMilliseconds ?? Number.NaN) - run.startedAt.epochMilliseconds) / 1_000
    const [was, is] = [quantile(before, 0.99), quantile(after, 0.99)]
    const beside = quantile(during, 0.99)
    const row: Row = {
      name: "impact",
      ratio: beside / ((was + is) / 2),
      ratio_low: beside / Math.max(was, is),
      ratio_high: beside / Math.min(was, is),
      seconds,
      submissions: run.done,
      changed: run.summary.changed,
      million_seconds: (seconds / run.done) * 1_000_000,
      node_us: node / 1_000 / run.done,
      postgres_us: database / run.done,
      alone_p99_ms: (was + is) / 2,
      beside_p99_ms: beside,
      bar: "a million ≤ 60 s, ≤ 1.5 ×",
      notes:
        "every submission changes; the ratio is the 99th percentile of filings beside the run, to that before and after"
    }
    return row
  }
})

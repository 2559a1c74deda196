/** What filing is measured on: a Postgres server that forces its commits to the disk, and a Formwork server in front of it. */
import { Effect, Layer, Logger, Redacted, Schema } from "effect"
import { SecureRandom } from "effect/crypto"
import { Reactivity } from "effect/reactivity"
import { PgClient } from "@effect/sql-pg"
import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { FormId, FormVersionId } from "@formwork/domain/forms/Form"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Caller from "@formwork/domain/callers/Caller"
import { OrganisationId, UserId } from "@formwork/domain/callers/Ids"
import * as FormStore from "@formwork/postgres/stores/FormStore"
import * as Server from "@formwork/postgres/database/Server"
import * as Cluster from "@formwork/postgres/testing/Cluster"
import type { JsonObject } from "@formwork/rules/Json"

export interface BenchForm {
  readonly id: FormId
  readonly versionId: FormVersionId
  readonly code: string
}

export interface Arena {
  readonly databaseUrl: string
  readonly pgbench: string
  /** The server's address, and its process, whose CPU time is read. */
  readonly address: string
  readonly server: ChildProcess
  readonly token: string
  readonly caller: Caller.Caller
  readonly forms: ReadonlyArray<BenchForm>
  /** A valid quote, and the same as the body of a request. */
  readonly data: JsonObject
  readonly body: string
  readonly stop: () => Promise<void>
}

const demo = new URL("../../../apps/server/demo/", import.meta.url)
const main = fileURLToPath(new URL("../../../apps/server/src/main.ts", import.meta.url))

const readObject = (name: string): JsonObject =>
  Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))(
    readFileSync(new URL(name, demo), "utf8")
  )

/** Throws an error whose message is a sentence where this machine has no pgbench or no Postgres server. */
export const start = async (formCount: number): Promise<Arena> => {
  const cluster = await Cluster.start(["fsync=on", "full_page_writes=on", "synchronous_commit=on"])
  const pgbench = [cluster.bin, ...(process.env["PATH"] ?? "").split(delimiter)]
    .map((folder) => join(folder, "pgbench"))
    .find((path) => existsSync(path))
  if (pgbench === undefined) {
    throw new Error(
      "There is no pgbench on this machine to measure against: install Postgres (Debian's postgresql has it)."
    )
  }
  const url = Redacted.make(cluster.url)
  await Effect.runPromise(Server.migrate(url).pipe(Effect.provide(Logger.layer([]))))
  const { address, server, token } = await serve(cluster.url)
  process.once("exit", () => server.kill()) // the server ends with this process
  const caller = await callerOf(cluster.url)
  const data = readObject("motor-quote.example.json")
  const forms = await publish(url, caller, formCount)
  const stop = async () => {
    const ended = new Promise((resolve) => server.once("close", resolve))
    server.kill("SIGINT")
    await ended
  }
  const body = JSON.stringify({ data })
  return { databaseUrl: cluster.url, pgbench, address, server, token, caller, forms, data, body, stop }
}

/** The server that users run, with a budget too large to spend here and no effects to send. */
const serve = (databaseUrl: string): Promise<Pick<Arena, "address" | "server" | "token">> =>
  new Promise((resolve, reject) => {
    const folder = mkdtempSync(join(tmpdir(), "formwork-bench-"))
    const server = spawn(process.execPath, [main, "serve", "--demo"], {
      env: {
        FORMWORK_DATA_DIR: folder,
        PATH: process.env["PATH"],
        DATABASE_URL: databaseUrl,
        KEY_PEPPER: "benchmarks keep nothing that is secret",
        PORT: "0",
        ADMIN_PORT: "0",
        WORKERS: "0",
        RATE_LIMIT_PER_MINUTE: "1000000",
        LOG_LEVEL: "Warn"
      },
      stdio: ["ignore", "pipe", "inherit"]
    })
    let said = ""
    server.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text
      const [, introduction] = /password are in (\S+),/u.exec(text) ?? []
      if (introduction !== undefined) said += readFileSync(introduction, "utf8")
      const [address] = /http:\/\/[^\s/']+:\d+/u.exec(said) ?? []
      const [token] = /\bfwk_[0-9A-Za-z]{93}\b/u.exec(said) ?? []
      if (address !== undefined && token !== undefined) resolve({ address, server, token })
    })
    server.once("close", (code) => {
      rmSync(folder, { recursive: true, force: true })
      reject(new Error(`the server ended with ${code}: ${said}`))
    })
  })

const KeyRow = Schema.Array(Schema.Struct({ organisationId: OrganisationId, userId: UserId, id: Schema.String }))

/** The demo's key as a caller, read without row security. */
const callerOf = (databaseUrl: string): Promise<Caller.Caller> =>
  Effect.gen(function* () {
    const sql = yield* PgClient.make({ url: Redacted.make(databaseUrl), maxConnections: 1 })
    const found = yield* sql`
      select organisation_id as "organisationId", created_by as "userId", key_id as id from formwork.api_keys`
    const [key] = yield* Schema.decodeUnknownEffect(KeyRow)(found)
    if (key === undefined) return yield* Effect.die(new Error("the demo has no key"))
    const credential = { kind: "api_key", id: key.id } as const
    return { ...Caller.operator(key.organisationId, key.userId), credential }
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.runPromise)

/** Copies of the demo quote, each a form of its own. */
const publish = (url: Redacted.Redacted, caller: Caller.Caller, count: number): Promise<ReadonlyArray<BenchForm>> =>
  Effect.gen(function* () {
    const forms = yield* Forms
    const definition = readObject("motor-quote.json")
    return yield* Effect.forEach(
      Array.from({ length: count }, (_, index) => `B${index}`),
      (code) =>
        Effect.gen(function* () {
          const { id } = yield* forms.create(caller, { ...definition, code, referencePattern: "{code}-{seq:8}" })
          const version = yield* forms.publish(caller, id)
          return { id, versionId: version.id, code } satisfies BenchForm
        })
    )
  }).pipe(
    Effect.provide(Forms.layer.pipe(Layer.provide(FormStore.layer), Layer.provide(Server.layer(url)))),
    Effect.provide(SecureRandom.layerWebCrypto),
    Effect.runPromise
  )

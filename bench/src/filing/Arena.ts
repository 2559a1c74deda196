/** What filing is measured on: a Postgres server that forces its commits to the disk, and a Formwork server in front of it. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Effect, Layer, Logger, Redacted, Schema } from "effect"
import { createHash } from "node:crypto"
import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { FormId, FormVersionId } from "@formwork/domain/forms/Form"
import { Forms } from "@formwork/domain/forms/Forms"
import * as Caller from "@formwork/domain/callers/Caller"
import { PasswordHasher } from "@formwork/domain/credentials/PasswordHasher"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Organisations } from "@formwork/domain/people/Organisations"
import * as Server from "@formwork/postgres/database/Server"
import * as Stores from "@formwork/postgres/Stores"
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
  /** Where it answers about its health. */
  readonly admin: string
  /** Keys of one organisation that may read and write submissions. */
  readonly tokens: readonly [string, ...ReadonlyArray<string>]
  /** A session of the organisation's owner. */
  readonly session: string
  /** The first of those keys. */
  readonly caller: Caller.Caller
  readonly forms: ReadonlyArray<BenchForm>
  /** A valid quote, and the same as the body of a request. */
  readonly data: JsonObject
  readonly body: string
  readonly stop: () => Promise<void>
}

/** How many keys the organisation has. */
const keyCount = 32

const demo = new URL("../../../apps/server/demo/", import.meta.url)
const main = fileURLToPath(new URL("../../../apps/server/src/main.ts", import.meta.url))

const readObject = (name: string): JsonObject =>
  Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))(
    readFileSync(new URL(name, demo), "utf8")
  )

/**
 * Throws an error whose message is a sentence where this machine has no pgbench or no Postgres server.
 * @param settings environment variables of the server, over those of the bench.
 * @param flags of the server's Node, such as `--cpu-prof`.
 */
export const start = async (
  formCount: number,
  settings: Readonly<Record<string, string>> = {},
  flags: ReadonlyArray<string> = []
): Promise<Arena> => {
  const cluster = await Cluster.start([
    "fsync=on",
    "full_page_writes=on",
    "synchronous_commit=on",
    "max_connections=200"
  ])
  const pgbench = [cluster.bin, ...(process.env["PATH"] ?? "").split(delimiter)]
    .map((folder) => join(folder, "pgbench"))
    .find((path) => existsSync(path))
  const url = Redacted.make(cluster.url)
  await Effect.runPromise(Server.migrate(url).pipe(Effect.provide(Logger.layer([]))))
  const founded = await found(url, formCount)
  const served = await serve(cluster.url, settings, flags)
  const { server } = served
  process.once("exit", () => server.kill()) // the server ends with this process
  const data = readObject("motor-quote.example.json")
  const stop = async () => {
    const ended = new Promise((resolve) => server.once("close", resolve))
    server.kill("SIGINT")
    await ended
  }
  const body = JSON.stringify({ data })
  return {
    databaseUrl: cluster.url,
    get pgbench() {
      if (pgbench !== undefined) return pgbench
      throw new Error(
        "There is no pgbench on this machine to measure against: install Postgres (Debian's postgresql has it)."
      )
    },
    ...founded,
    ...served,
    session: await signIn(served.address, founded.caller.organisationId),
    data,
    body,
    stop
  }
}

const secret = "benchmarks keep nothing that is secret"

/** The server that users run, with a budget too large to spend here and no effects to send. */
export const serve = (
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
  flags: ReadonlyArray<string> = []
): Promise<Pick<Arena, "address" | "admin" | "server">> =>
  new Promise((resolve, reject) => {
    const server = spawn(process.execPath, [...flags, main, "serve"], {
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: databaseUrl,
        KEY_PEPPER: secret,
        PORT: "0",
        ADMIN_PORT: "0",
        WORKERS: "0",
        RATE_LIMIT_PER_MINUTE: "1000000",
        LOG_LEVEL: "Warn",
        ...settings
      },
      stdio: ["ignore", "pipe", "pipe", "ipc"]
    })
    let said = ""
    let logged = ""
    server.stderr?.setEncoding("utf8").on("data", (text: string) => (logged = (logged + text).slice(-10_000)))
    const { stdout } = server
    stdout?.setEncoding("utf8").on("data", (text: string) => {
      said += text
      if (!said.endsWith("\n")) return
      const [address, admin] = said.match(/http:\/\/[^\s/']+:\d+/gu) ?? []
      if (address === undefined || admin === undefined) return
      stdout.removeAllListeners("data").resume()
      resolve({ address, admin, server })
    })
    server.once("close", (code) => reject(new Error(`the server ended with ${code}: ${said}${logged}`)))
  })

/** As the server reads KEY_PEPPER: the beginning of its digest is its id. */
const pepper = {
  id: createHash("sha256").update(secret).digest("hex").slice(0, 12),
  key: Redacted.make(new TextEncoder().encode(secret))
}

const services = (url: Redacted.Redacted) =>
  Layer.mergeAll(ApiKeys.layer, Forms.layer, Organisations.layer).pipe(
    Layer.provide(Stores.layerUncounted),
    Layer.provide(Layer.mergeAll(Server.layer(url), TokenHasher.layer([pepper]), PasswordHasher.layer())),
    Layer.provideMerge(Layer.mergeAll(NodeCrypto.layerMac, NodeCrypto.layerKdf, NodeCrypto.layerSecureRandom))
  )

const owning = { email: "owner@bench.example", password: "a password of the bench" }

const Session = Schema.Struct({ token: Schema.String })

const signIn = async (address: string, organisation: string): Promise<string> => {
  const headers = { "content-type": "application/json" }
  const body = JSON.stringify({ ...owning, organisation })
  const answer = await fetch(`${address}/api/platform/sessions`, { method: "POST", headers, body })
  return Schema.decodeUnknownSync(Session)(await answer.json()).token
}

/** An organisation with keys and copies of the demo quote, each a form of its own. */
const founding = Effect.fnUntraced(function* (name: string, formCount: number, keyCount: number) {
  const keys = yield* ApiKeys
  const forms = yield* Forms
  const definition = readObject("motor-quote.json")
  const { organisation, owner } = yield* Organisations.use((organisations) =>
    organisations.found(name, { ...owning, name: "Owner", password: Redacted.make(owning.password) })
  )
  const operator = Caller.operator(organisation.id, owner.id)
  const mint = keys.create(operator, { name: "Bench", privileges: ["submission:read", "submission:write"] })
  const first = yield* mint
  const others = yield* Effect.replicateEffect(mint, keyCount - 1)
  const published = yield* Effect.forEach(
    Array.from({ length: formCount }, (_, index) => `B${index}`),
    Effect.fnUntraced(function* (code) {
      const { id } = yield* forms.create(operator, { ...definition, code, referencePattern: "{code}-{seq:8}" })
      const version = yield* forms.publish(operator, id)
      return { id, versionId: version.id, code } satisfies BenchForm
    })
  )
  const [token, ...tokens] = [first, ...others].map((made) => Redacted.value(made.token.text))
  if (token === undefined) return yield* Effect.die(new Error("no key was made"))
  const credential = { kind: "api_key", id: first.key.id } as const
  return { caller: { ...operator, credential }, forms: published, tokens: [token, ...tokens] } as const
})

type Founded = Pick<Arena, "caller" | "forms" | "tokens">

const found = (url: Redacted.Redacted, formCount: number): Promise<Founded> =>
  founding("Bench", formCount, keyCount).pipe(
    Effect.provide(services(url)),
    Effect.provide(Logger.layer([])),
    Effect.runPromise
  )

/** Organisations with a form and a key each, until there are enough. @param isEnough is asked before each. */
export const organisations = (
  url: Redacted.Redacted,
  isEnough: (found: ReadonlyArray<Founded>) => boolean
): Promise<ReadonlyArray<Founded>> =>
  Effect.gen(function* () {
    const all: Array<Founded> = []
    while (!isEnough(all)) all.push(yield* founding(`Bench ${all.length}`, 1, 1))
    return all
  }).pipe(Effect.provide(services(url)), Effect.provide(Logger.layer([])), Effect.runPromise)

/** The body of a request with a valid quote. */
export const quoteBody = (): string => JSON.stringify({ data: readObject("motor-quote.example.json") })

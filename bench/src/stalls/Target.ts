/** What the hostile requests are sent to: the server that users run, on a Postgres of its own, with a probe in its process. */
import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { fileURLToPath } from "node:url"
import { Effect, Logger, Redacted, Schema } from "effect"
import * as Server from "@formwork/postgres/database/Server"
import * as Cluster from "@formwork/postgres/testing/Cluster"

export interface Answer {
  readonly status: number
  readonly body: string
}

export interface Target {
  /** Sends a request as the organisation's owner. A body that is no buffer is sent as JSON. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<Answer>
  /** The longest stall since the last call: CPU time of the thread, and time on the clock, in milliseconds. */
  readonly stall: () => Promise<Stall>
  readonly stop: () => Promise<void>
}

const Stall = Schema.Struct({ cpu: Schema.Number, wall: Schema.Number })
type Stall = typeof Stall.Type

const main = fileURLToPath(new URL("../../../apps/server/src/main.ts", import.meta.url))
const probe = new URL("./loopProbe.ts", import.meta.url).href
const SignIn = Schema.fromJsonString(
  Schema.Struct({ email: Schema.String, password: Schema.String, organisation: Schema.String })
)
const Session = Schema.fromJsonString(Schema.Struct({ token: Schema.String }))

interface Started {
  readonly server: ChildProcess
  readonly address: string
  readonly signIn: typeof SignIn.Type
}

const serve = (databaseUrl: string): Promise<Started> =>
  new Promise((resolve, reject) => {
    const server = spawn(process.execPath, ["--import", probe, main, "serve", "--demo"], {
      env: {
        PATH: process.env["PATH"],
        DATABASE_URL: databaseUrl,
        KEY_PEPPER: "benchmarks keep nothing that is secret",
        PORT: "0",
        ADMIN_PORT: "0",
        WORKERS: "0",
        RATE_LIMIT_PER_MINUTE: "1000000",
        LOG_LEVEL: "Warn"
      },
      stdio: ["ignore", "pipe", "inherit", "ipc"]
    })
    let said = ""
    server.stdout?.setEncoding("utf8").on("data", (text: string) => {
      said += text
      const [address] = /http:\/\/[^\s/']+:\d+/u.exec(said) ?? []
      const [, signIn] = /sessions'[^\n]*-d '([^\n]*)'\n/u.exec(said) ?? []
      if (address !== undefined && signIn !== undefined)
        resolve({ server, address, signIn: Schema.decodeSync(SignIn)(signIn) })
    })
    server.once("close", (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })

const send = async (url: string, method: string, token: string | undefined, body: unknown): Promise<Answer> => {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      // Of a new form: its draft has been saved once.
      ...(url.endsWith("/publish") ? { "if-match": '"1"' } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" })
    },
    ...(body === undefined ? {} : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) })
  })
  return { status: response.status, body: await response.text() }
}

const stallOf = (server: ChildProcess): Promise<Stall> =>
  new Promise((resolve) => {
    server.once("message", (message) => resolve(Schema.decodeUnknownSync(Stall)(message)))
    server.send("stall")
  })

export const start = async (): Promise<Target> => {
  const cluster = await Cluster.start()
  await Effect.runPromise(Server.migrate(Redacted.make(cluster.url)).pipe(Effect.provide(Logger.layer([]))))
  const { address, server, signIn } = await serve(cluster.url)
  process.once("exit", () => server.kill()) // the server ends with this process
  const session = await send(`${address}/api/platform/sessions`, "POST", undefined, signIn)
  const { token } = Schema.decodeSync(Session)(session.body)
  return {
    ask: (method, path, body) => send(`${address}/api/platform${path}`, method, token, body),
    stall: () => stallOf(server),
    stop: async () => {
      const ended = new Promise((resolve) => server.once("close", resolve))
      server.kill("SIGINT")
      await ended
    }
  }
}

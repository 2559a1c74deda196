/** The command as an operator has it, from the archive or the image: from an empty database of a real server to a quote. */
import { assert } from "@effect/vitest"
import { Effect, Layer, Logger, Redacted } from "effect"
import type { ChildProcess } from "node:child_process"
import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { Agent } from "node:http"
import { createServer } from "node:net"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as Fixture from "@formwork/contract/Fixture"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import * as Stores from "@formwork/postgres/Stores"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import { objectOf, parseObject, portOf } from "../support/reading.ts"
import { call } from "../support/call.ts"

export type Settings = Readonly<Record<string, string>>

/** Starts the command with these arguments, and with these settings and no other variable. */
export type Start = (args: ReadonlyArray<string>, settings: Settings) => ChildProcess

interface Ended {
  readonly code: number | null
  readonly output: string
}

const collected = (child: ChildProcess) => {
  let output = ""
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => void (output += text))
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (code) => resolve({ code, output }))
  })
  return { output: () => output, ended }
}

/** Runs it to its end. */
export const run = (start: Start, args: ReadonlyArray<string>, settings: Settings = {}): Promise<Ended> =>
  collected(start(args, settings)).ended

export const freePort = (): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const port = portOf(server)
      server.close(() => resolve(String(port)))
    })
  })

const demo = async (name: string) =>
  parseObject(await readFile(new URL(`../../demo/${name}.json`, import.meta.url), "utf8"))

/** Publishes a form, and prices a quote with it. */
const quoted = async (address: string, token: string) => {
  const agent = new Agent()
  const ask = async (path: string, body: unknown, headers = {}) => {
    const reply = await call(agent, address, { path, body, headers, token })
    assert.include([200, 201], reply.status, `${path}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  try {
    const { id } = await ask("forms", { definition: await demo("motor-quote") })
    await ask(`forms/${String(id)}/publish`, {}, { "if-match": '"1"' })
    const quote = await ask(`v1/forms/${String(id)}/evaluate`, { data: await demo("motor-quote.example") })
    return objectOf(quote["calculatedData"])
  } finally {
    agent.destroy()
  }
}

const pepper = "a pepper of at least 32 characters"

/** A new organisation's key for forms and their submissions, in the database at `url`. */
const newKey = (url: string): Promise<string> => {
  const id = createHash("sha256").update(pepper).digest("hex").slice(0, 12)
  const hasher = TokenHasher.layer([{ id, key: Redacted.make(new TextEncoder().encode(pepper)) }])
  const stores = Stores.layerUncounted.pipe(
    Layer.provideMerge(TestServer.whole(Redacted.make(url))),
    Layer.provideMerge(hasher),
    Layer.provideMerge(Layer.mergeAll(NodeCrypto.layerMac, NodeCrypto.layerDigest, NodeCrypto.layerSecureRandom)),
    Layer.provide(Logger.layer([]))
  )
  return Effect.gen(function* () {
    const owner = yield* Fixture.owner
    const { token } = yield* Fixture.newKey(owner, ["form:read", "form:write", "form:publish", "submission:write"])
    return Redacted.value(token.text)
  }).pipe(Effect.provide(stores), Effect.runPromise)
}

/** Starts it, lets `use` run once it is ready, and ends it as a service manager does: it ends in order, with 0. */
export const running = async <A>(
  start: Start,
  args: ReadonlyArray<string>,
  settings: Settings,
  use: () => Promise<A>
): Promise<A> => {
  const child = start(args, settings)
  const { ended, output } = collected(child)
  try {
    await untilReady(`http://127.0.0.1:${settings["ADMIN_PORT"]}/health/ready`, child)
    return await use()
  } catch (error) {
    throw new Error(`${String(error)}\n${output()}`, { cause: error })
  } finally {
    child.kill("SIGTERM")
    assert.strictEqual((await ended).code, 0, output())
  }
}

/**
 * Migrates the database, serves it, publishes a form and has a quote priced.
 * @param url of an empty database, as its superuser.
 * @param whileServing runs beside the server, with its settings.
 */
export const firstDay = async (
  start: Start,
  url: string,
  whileServing: (settings: Settings) => Promise<void> = () => Promise.resolve()
) => {
  const migrated = await run(start, ["migrate"], { DATABASE_URL: url })
  assert.match(migrated.output, /Migrated: 0001_/u)
  assert.strictEqual(migrated.code, 0)
  const settings: Settings = {
    DATABASE_URL: url,
    KEY_PEPPER: pepper,
    HOST: "127.0.0.1",
    PORT: await freePort(),
    ADMIN_PORT: await freePort()
  }
  const token = await newKey(url)
  return running(start, ["serve"], settings, async () => {
    const quote = await quoted(`http://127.0.0.1:${settings["PORT"]}`, token)
    await whileServing(settings)
    return quote
  })
}

const untilReady = async (address: string, child: ChildProcess): Promise<void> => {
  while (child.exitCode === null && child.signalCode === null) {
    const response = await fetch(address).catch(() => undefined)
    if (response?.status === 200) return
    await new Promise((next) => setTimeout(next, 200))
  }
  throw new Error("It ended before it was ready.")
}

/** The command as an operator has it, from the archive or the image: from an empty database of a real server to a quote. */
import { assert } from "@effect/vitest"
import type { ChildProcess } from "node:child_process"
import { readFile } from "node:fs/promises"
import { Agent } from "node:http"
import { freePort } from "@formwork/postgres/testing/freePort"
import { objectOf, parseObject } from "../support/reading.ts"
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

const demo = async (name: string) =>
  parseObject(await readFile(new URL(`../../demo/${name}.json`, import.meta.url), "utf8"))

const owner = { email: "edith@ashworth.example", password: "correct horse battery staple" }

/** What an owner does first: signs in, publishes a form, makes a key. Then the key prices a quote. */
const quoted = async (address: string) => {
  const agent = new Agent()
  const ask = async (path: string, body: unknown, token?: string, headers = {}) => {
    const reply = await call(agent, address, { path, body, headers, ...(token === undefined ? {} : { token }) })
    assert.include([200, 201], reply.status, `${path}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  try {
    const { token } = await ask("sessions", owner)
    const { id } = await ask("forms", { definition: await demo("motor-quote") }, String(token))
    await ask(`forms/${String(id)}/publish`, {}, String(token), { "if-match": '"1"' })
    const key = await ask("api-keys", { name: "Quotes", privileges: ["submission:write"] }, String(token))
    const quote = await ask(
      `v1/forms/${String(id)}/evaluate`,
      { data: await demo("motor-quote.example") },
      String(key["token"])
    )
    return objectOf(quote["calculatedData"])
  } finally {
    agent.destroy()
  }
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
 * Migrates the database, serves it, founds an organisation at the first start, and has a quote priced.
 * @param url of an empty database, as its superuser.
 * @param passwordFile a file with the owner's password, as the command sees it.
 * @param whileServing runs beside the server, with its settings.
 */
export const firstDay = async (
  start: Start,
  url: string,
  passwordFile: string,
  whileServing: (settings: Settings) => Promise<void> = () => Promise.resolve()
) => {
  const migrated = await run(start, ["migrate"], { DATABASE_URL: url })
  assert.match(migrated.output, /Migrated: 0001_/u)
  assert.strictEqual(migrated.code, 0)
  const settings: Settings = {
    DATABASE_URL: url,
    KEY_PEPPER: "a pepper of at least 32 characters",
    HOST: "127.0.0.1",
    PORT: String(await freePort()),
    ADMIN_PORT: String(await freePort()),
    FORMWORK_ORGANISATION: "Ashworth",
    FORMWORK_OWNER_EMAIL: owner.email,
    FORMWORK_OWNER_PASSWORD_FILE: passwordFile
  }
  return running(start, ["serve"], settings, async () => {
    const quote = await quoted(`http://127.0.0.1:${settings["PORT"]}`)
    const page = await fetch(`http://127.0.0.1:${settings["PORT"]}/console/`)
    assert.strictEqual(page.status, 200, "the release has no console")
    await whileServing(settings)
    return quote
  })
}

/** The owner's password, for the file. */
export const { password } = owner

const untilReady = async (address: string, child: ChildProcess): Promise<void> => {
  while (child.exitCode === null && child.signalCode === null) {
    const response = await fetch(address).catch(() => undefined)
    if (response?.status === 200) return
    await new Promise((next) => setTimeout(next, 200))
  }
  throw new Error("It ended before it was ready.")
}

/**
 * E-mails with their documents, through real processes: a server that files, workers that are killed while they send, and a mail
 * server that refuses, hangs up and is silent. Every e-mail has exactly its PDFs, byte for byte as they are downloaded.
 * `FILINGS=1000 pnpm exec vitest run --config vitest.workspace.ts attachedDocuments` files a thousand.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { Agent } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import * as TestServer from "@formwork/postgres/testing/TestServer"
import type { Arrival } from "../../../tools/faults/world/Evidence.ts"
import * as Mailbox from "../../../tools/faults/world/Mailbox.ts"
import type { Mood } from "../../../tools/faults/world/Receivers.ts"
import { call } from "./support/call.ts"
import { demoOf } from "./support/demo.ts"
import { start } from "./support/formwork.ts"
import type { Running } from "./support/formwork.ts"
import { listOf, objectOf } from "./support/reading.ts"

const filings = Number(process.env["FILINGS"] ?? 50)
const workers = 3

const definition = {
  title: "Offers",
  code: "ATT",
  fields: [
    { slug: "name", type: "text", maxLength: 200 },
    { slug: "email", type: "email", required: true },
    { slug: "amount", type: "integer", required: true }
  ],
  effects: [
    {
      id: "mail",
      kind: "notification",
      to: "{email}",
      subject: "ATT mail {$submissionId} {$reference}",
      text: "Dear {name},",
      html: "<p>Dear {name},</p>",
      attach: ["offer", "terms"]
    },
    { id: "terms", kind: "document", when: "amount > 60", title: "Terms for {name}", blocks: [{ fields: "all" }] },
    {
      id: "offer",
      kind: "document",
      when: "amount > 20",
      title: "Offer {$reference}",
      fileName: "offer-{$reference}.pdf",
      blocks: [{ text: "Dear {name}," }, { fields: ["amount"] }]
    }
  ]
}

const settings = {
  KEY_PEPPER: "a pepper of at least 32 characters",
  LOG_LEVEL: "None",
  WORKER_LEASE_SECONDS: "5",
  WORKER_POLL: "100 millis",
  MAIL_FROM: "Offers <offers@sender.example>",
  // Long enough that no spell of the mail server makes an e-mail dead.
  WORKER_RETRY_WAITS: ["200 millis", ...Array.from({ length: 90 }, () => "1 second")].join(", ")
}

const ending = async ({ child, ended }: Running): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL")
  await ended
}

const spells: ReadonlyArray<Mood> = ["failing", "hanging up", "silent"]

/** Kills one worker after another, each with another in its place, and makes the mail server sick, until it is stopped. */
const trouble = (launch: () => Promise<Running>, mailbox: { readonly mood: (mood: Mood) => void }) => {
  const over = new AbortController()
  let kills = 0
  const going = (async () => {
    const running = await Promise.all(Array.from({ length: workers }, launch))
    for (let round = 0; !over.signal.aborted; round++) {
      const victim = running.shift()
      if (victim !== undefined) await ending(victim)
      kills += 1
      running.push(await launch())
      mailbox.mood(spells[round % spells.length] ?? "failing")
      await sleep(300)
      mailbox.mood("well")
      await sleep(700)
    }
    return running
  })()
  return {
    kills: () => kills,
    /** @returns how the workers that are left are ended. */
    end: async () => {
      over.abort()
      const running = await going
      return () => Promise.all(running.map(ending))
    }
  }
}

interface Filed {
  readonly id: string
  readonly amount: number
}

/** A signed-in owner of the demo, with the form of this test. */
const owner = async (running: Running) => {
  const [, address = ""] = await running.says(/listening on (http:\S+)/u)
  await running.says(/Ctrl-C/u)
  const agent = new Agent({ keepAlive: true })
  const session = await call(agent, address, { path: "sessions", body: JSON.parse(demoOf(running).signIn) })
  const token = String(session.body["token"])
  const made = await call(agent, address, { path: "forms", token, body: { definition } })
  assert.strictEqual(made.status, 201, JSON.stringify(made.body))
  const formId = String(made.body["id"])
  const published = await call(agent, address, {
    path: `forms/${formId}/publish`,
    token,
    headers: { "if-match": '"1"' }
  })
  assert.isBelow(published.status, 300, JSON.stringify(published.body))
  const get = (path: string) => call(agent, address, { method: "GET", path, token })
  return {
    file: async (number: number): Promise<Filed> => {
      const amount = (number * 37) % 100
      const data = { name: `Zoë ${number} & söhne`, email: "zoe@receiver.example", amount }
      const { body, status } = await call(agent, address, {
        path: `v1/forms/${formId}/submissions`,
        token,
        body: { data }
      })
      assert.strictEqual(status, 201, JSON.stringify(body))
      return { id: String(body["id"]), amount }
    },
    /** How many effects are in each state. */
    states: async (): Promise<ReadonlyMap<string, number>> => {
      const { body } = await get(`effects/summary?form=${formId}`)
      return new Map(
        listOf(body["states"]).map((one) => [String(objectOf(one)["state"]), Number(objectOf(one)["count"])])
      )
    },
    /** The digests of the PDFs as they are downloaded, by the effects that made them. */
    downloads: async ({ id }: Filed): Promise<ReadonlyMap<string, string>> => {
      const found = new Map<string, string>()
      const { body } = await get(`effects?submission=${id}&kind=document`)
      for (const effect of listOf(body["items"]).map((one) => objectOf(one))) {
        const url = `${address}/api/platform/submissions/${id}/documents/${String(effect["id"])}`
        const file = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
        assert.strictEqual(file.status, 200)
        found.set(String(effect["effectId"]), Mailbox.digestOf(new Uint8Array(await file.arrayBuffer())))
      }
      return found
    },
    leave: () => agent.destroy()
  }
}

/** What is wrong with the messages of one submission. */
const judged = (
  { amount, id }: Filed,
  downloads: ReadonlyMap<string, string>,
  arrivals: ReadonlyArray<Arrival>
): ReadonlyArray<string> => {
  const due = [...(amount > 20 ? ["offer"] : []), ...(amount > 60 ? ["terms"] : [])]
  const wanted = due.map((effect) => downloads.get(effect)).join()
  return [
    ...(downloads.size === due.length ? [] : [`${id} has ${downloads.size} documents of ${due.length}`]),
    ...(arrivals.some(({ isTaken }) => isTaken) ? [] : [`${id} has no e-mail`]),
    ...(new Set(arrivals.map((one) => one.id)).size <= 1 ? [] : [`${id} has e-mails under several ids`]),
    ...(new Set(arrivals.map((one) => one.digest)).size <= 1 ? [] : [`${id} has e-mails of different bytes`]),
    ...arrivals.flatMap(({ attached }) =>
      attached.join() === wanted ? [] : [`an e-mail of ${id} carries ${attached.length} documents, not ${due.join()}`]
    )
  ]
}

it.live(
  "every e-mail has exactly its PDFs, byte for byte as they are downloaded, whatever ends while it is sent",
  () =>
    Effect.gen(function* () {
      const { admin } = yield* TestServer.migrated
      const mailbox = yield* Mailbox.make
      const env = { ...settings, DATABASE_URL: Redacted.value(admin), SMTP_URL: mailbox.url }
      const launch = async (): Promise<Running> => {
        const running = start(["worker"], env)
        await running.says(/sends effects/u)
        return running
      }
      const serve = { ...env, PORT: "0", ADMIN_PORT: "0", WORKERS: "0", RATE_LIMIT_PER_MINUTE: "1000000" }
      const server = yield* Effect.acquireRelease(
        Effect.sync(() => start(["serve", "--demo"], serve)),
        (running) => Effect.promise(() => ending(running))
      )
      yield* Effect.promise(async () => {
        const asking = await owner(server)
        const pending = async (): Promise<number> => (await asking.states()).get("pending") ?? 0
        const filed: Array<Filed> = []
        const faults = trouble(launch, mailbox)
        let endWorkers: Awaited<ReturnType<typeof faults.end>> | undefined
        try {
          for (let number = 0; number < filings; number++) filed.push(await asking.file(number))
          // The faults go on while most of it is sent.
          for (let tries = 0; tries < 6_000 && ((await pending()) > filings / 4 || faults.kills() < 3); tries++)
            await sleep(100)
          endWorkers = await faults.end()
          for (let tries = 0; tries < 3_000 && (await pending()) > 0; tries++) await sleep(100)
        } finally {
          endWorkers ??= await faults.end()
          await endWorkers()
        }
        const states = await asking.states()
        assert.deepStrictEqual([states.get("pending"), states.get("dead"), states.get("stopped")], [0, 0, 0])
        assert.isAtLeast(faults.kills(), 3)
        const wrong: Array<string> = []
        for (const one of filed)
          wrong.push(
            ...judged(
              one,
              await asking.downloads(one),
              mailbox.arrivals.filter(({ submission }) => submission === one.id)
            )
          )
        assert.deepStrictEqual(wrong, [])
        assert.strictEqual(new Set(mailbox.arrivals.map(({ id }) => id)).size, filings)
        const repeats = mailbox.arrivals.length - filings
        console.log(
          `${filings} filings, ${faults.kills()} workers killed, ${repeats} e-mails again: each with exactly its PDFs`
        )
        asking.leave()
      })
    }).pipe(Effect.scoped),
  900_000
)

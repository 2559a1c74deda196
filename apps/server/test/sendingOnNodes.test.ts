/**
 * Sending from a coordinator and two nodes with Citus, with real processes: a server that only files, workers that only send, a receiver
 * over HTTP, and kill -9 in the middle. Skipped, with a line, on a machine without Citus.
 */
import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { createServer } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { createFormwork } from "@formwork/client/Formwork"
import * as CitusServers from "@formwork/postgres/testing/CitusServers"
import { demoOf } from "./support/demo.ts"
import { serving } from "./support/formwork.ts"
import { portOf } from "./support/reading.ts"
import { sendingWorker, toThisMachine } from "./support/sendingWorker.ts"

const pepper = "a pepper of at least 32 characters"

interface Arrival {
  readonly path: string
  readonly id: string
}

/** A receiver that keeps what arrives, and answers only once it is opened. */
const receiver = Effect.acquireRelease(
  Effect.promise(async () => {
    const arrived: Array<Arrival> = []
    let open: () => void = () => {}
    const opened = new Promise<void>((resolve) => (open = resolve))
    const server = createServer(async (request, response) => {
      arrived.push({ path: request.url ?? "", id: String(request.headers["webhook-id"]) })
      request.resume()
      await opened
      response.end()
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return { url: `http://127.0.0.1:${portOf(server)}`, arrived, open, server }
  }),
  ({ open, server }) =>
    Effect.promise(() => {
      open()
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    })
)

const worker = (url: string) => sendingWorker(url, { KEY_PEPPER: pepper })

const until = (what: string, holds: () => boolean | Promise<boolean>) =>
  Effect.promise(async () => {
    for (let tries = 0; tries < 900; tries++) {
      if (await holds()) return
      await pause(100)
    }
    assert.fail(`${what} did not happen in a minute and a half`)
  })

type Client = ReturnType<typeof createFormwork>

/** Publishes a form that sends each submission to `url`. @returns what files a submission, and gives its id. */
const telling = async (author: Client, url: string) => {
  await author.secrets.set({ body: { name: "signing", value: `whsec_${Buffer.alloc(32, 7).toString("base64")}` } })
  const definition = {
    title: "Enquiry",
    code: "ENQ",
    fields: [{ slug: "name", type: "text", required: true }],
    effects: [{ id: "tell", kind: "delivery", url, secret: "signing" }]
  }
  const { body: form } = await author.forms.create({ body: { definition } })
  const draft = await author.drafts.get({ formId: form.id })
  await author.drafts.publish({ formId: form.id, ifMatch: draft.etag ?? "" })
  return async () => {
    const { body } = await author.v1.createSubmission({ formId: form.id, body: { data: { name: "Ada" } } })
    return body.id
  }
}

const signedIn = async (address: string, signIn: string) => {
  const { body } = await createFormwork({ baseUrl: address }).sessions.signIn({ body: JSON.parse(signIn) })
  return createFormwork({ baseUrl: address, token: body.token })
}

const absent = await CitusServers.absent()
if (absent !== undefined) console.log(absent)

it.live.skipIf(absent !== undefined)(
  "a submission's webhook arrives from a cluster, and again under the same id after its worker was killed",
  () =>
    Effect.gen(function* () {
      const url = Redacted.value(yield* CitusServers.distributed)
      const hook = yield* receiver
      const env = { DATABASE_URL: url, KEY_PEPPER: pepper, WORKERS: "0", ...toThisMachine }
      yield* Effect.promise(() =>
        serving(
          env,
          (address, running) =>
            Effect.runPromise(
              Effect.gen(function* () {
                yield* Effect.promise(() => running.says(/Ctrl-C/))
                const author = yield* Effect.promise(() => signedIn(address, demoOf(running).signIn))
                const file = yield* Effect.promise(() => telling(author, `${hook.url}/one`))
                const first = yield* worker(url)
                const submissionId = yield* Effect.promise(file)
                yield* until("the first request", () => hook.arrived.length === 1)
                first.child.kill("SIGKILL")
                yield* Effect.promise(() => first.ended)
                hook.open()
                yield* worker(url)
                yield* until("the second request", () => hook.arrived.length === 2)
                yield* until("the delivery", async () => {
                  const { body } = await author.effects.list({ submission: submissionId })
                  return body.items.some(({ state }) => state === "delivered")
                })
                assert.lengthOf(new Set(hook.arrived.map(({ id }) => id)), 1)
              }).pipe(Effect.scoped)
            ),
          ["--demo"]
        )
      )
    }).pipe(Effect.scoped),
  240_000
)

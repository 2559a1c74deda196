/** A form that tells a receiver of each submission, and that receiver. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import { setTimeout as pause } from "node:timers/promises"
import { createFormwork } from "@formwork/client/Formwork"
import { portOf } from "./reading.ts"

interface Arrival {
  readonly path: string
  readonly id: string
}

/** A receiver that keeps what arrives, and answers only once it is opened. */
export const receiver = Effect.acquireRelease(
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

export const until = (what: string, holds: () => boolean | Promise<boolean>) =>
  Effect.promise(async () => {
    for (let tries = 0; tries < 900; tries++) {
      if (await holds()) return
      await pause(100)
    }
    assert.fail(`${what} did not happen in a minute and a half`)
  })

type Client = ReturnType<typeof createFormwork>

/** Publishes a form that sends each submission to `url`. @returns what files a submission, and gives its id. */
export const telling = async (author: Client, url: string) => {
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

export const signedIn = async (address: string, signIn: string) => {
  const { body } = await createFormwork({ baseUrl: address }).sessions.signIn({ body: JSON.parse(signIn) })
  return createFormwork({ baseUrl: address, token: body.token })
}

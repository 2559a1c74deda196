/** Submissions whose effects go to a receiver of the test. */
import { createServer } from "node:http"
import type { IncomingMessage } from "node:http"
import { expect } from "vitest"
import { call, file, makeForm } from "../forms/support.ts"
import type { Console } from "../harness/browser.ts"

/** A server that may send to its own machine. */
export const sendingHere = {
  OUTBOUND_ALLOW_HTTP: "true",
  OUTBOUND_ALLOW_PRIVATE: "true",
  RATE_LIMIT_PER_MINUTE: "5000"
}

export interface Receiver {
  readonly url: string
  readonly host: string
  /** What it answers from now on. */
  answer: { status: number; text: string }
  readonly received: Array<string>
  readonly close: () => void
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text
}

export const openReceiver = (): Promise<Receiver> =>
  new Promise((resolve) => {
    const received: Array<string> = []
    const server = createServer((request, response) => {
      void bodyOf(request).then((text) => {
        received.push(text)
        response.writeHead(receiver.answer.status).end(receiver.answer.text)
      })
    })
    const receiver: Receiver = {
      url: "",
      host: "",
      answer: { status: 404, text: "There is no CRM here." },
      received,
      close: () => void server.close()
    }
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      const host = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`
      Object.assign(receiver, { host, url: `http://${host}/crm` })
      resolve(receiver)
    })
  })

/** A form whose submissions send a request and an e-mail. A request that is answered 4xx is dead at once. */
export const sendingForm = (app: Console, url: string, code: string): Promise<string> =>
  makeForm(app, {
    title: `Leads ${code}`,
    code,
    fields: [{ slug: "name", type: "text" }],
    effects: [{ id: "crm", kind: "integration", method: "POST", url, body: { name: { $text: "{name}" } } }]
  })

/** Files so many submissions, and waits until all their effects are dead. */
export const fileDead = async (app: Console, formId: string, count: number): Promise<void> => {
  for (let one = 0; one < count; one += 1) await file(app, formId, { name: `Lead ${one}` })
  await expect
    .poll(
      async () => Object((await call(app, `GET effects?form=${formId}&state=dead&limit=100`)).body["items"]).length,
      { timeout: 30_000 }
    )
    .toBe(count)
}

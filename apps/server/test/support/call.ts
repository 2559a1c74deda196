/** One request to the app's API and its answer. */
import { request } from "node:http"
import type { Agent, IncomingHttpHeaders } from "node:http"

export interface Reply {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly headers: IncomingHttpHeaders
}

export interface Call {
  readonly method?: string
  readonly path: string
  readonly token?: string
  readonly body?: unknown
  /** The client's address as a proxy gives it: sign-ins are counted by address. */
  readonly from?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Aborting it ends the request. */
  readonly signal?: AbortSignal
}

/** Rejects where the answer is missing or cut. */
export const call = (
  agent: Agent,
  address: string,
  { body, from, headers: more, method = "POST", path, signal, token }: Call
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const headers = {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(from === undefined ? {} : { "x-forwarded-for": from }),
      ...more
    }
    const options = { agent, method, headers, ...(signal === undefined ? {} : { signal }) }
    request(`${address}/api/platform/${path}`, options, (response) => {
      const chunks: Array<Buffer> = []
      response
        .on("data", (chunk: Buffer) => chunks.push(chunk))
        .on("end", () => {
          const text = Buffer.concat(chunks).toString()
          const body = text === "" ? {} : JSON.parse(text)
          resolve({ status: response.statusCode ?? 0, body, headers: response.headers })
        })
        .on("error", reject)
    })
      .on("error", reject)
      .end(body === undefined ? undefined : JSON.stringify(body))
  })

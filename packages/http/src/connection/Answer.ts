/** The answer to a request, before it is written: its status, its headers and its body. */
import type { Stream } from "effect"

export type Headers = Readonly<Record<string, string>>

/** A text is sent in UTF-8, a stream in chunks while it is read; undefined is an answer without a body. */
export type Body = string | Uint8Array | Stream.Stream<Uint8Array> | undefined

export class Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Body

  constructor(status: number, headers: Headers, body?: Body) {
    this.status = status
    this.headers = headers
    this.body = body
  }
}

/** What a browser may do with an answer of the API that it shows as a page: nothing. */
export const policy = "default-src 'none'; frame-ancestors 'none'; sandbox"

const jsonHeaders: Headers = { "content-type": "application/json" }

/** @param text of a JSON value. */
export const json = (text: string, status = 200, headers?: Headers): Answer =>
  new Answer(status, headers === undefined ? jsonHeaders : { ...jsonHeaders, ...headers }, text)

export const empty = (status: number): Answer => new Answer(status, {})

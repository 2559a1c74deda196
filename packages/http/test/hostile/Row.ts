/** One hostile request: what is sent, why it is answered so, and the answer. Every row is sent to both operations. */

/** What a row knows about the server that it attacks. */
export interface Target {
  /** The path of the operation, for a live form. */
  readonly path: string
  /** The path of the same operation for another form id. */
  readonly pathOf: (formId: string) => string
  readonly formId: string
  /** A live form of another organisation. */
  readonly foreignId: string
  readonly unpublishedId: string
  /** A form that was live. */
  readonly archivedId: string
  /** The token of a key with the privilege. */
  readonly key: string
  /** The token of a key without the privilege. */
  readonly reader: string
}

/** A good request with something changed. A list of header lines takes the place of the good one. */
export interface Change {
  readonly method?: string
  readonly target?: string
  readonly version?: string
  readonly host?: ReadonlyArray<string>
  readonly authorization?: ReadonlyArray<string>
  readonly type?: ReadonlyArray<string>
  readonly length?: ReadonlyArray<string>
  /** Lines that come after all others. */
  readonly more?: ReadonlyArray<string>
  /** Sent after the head, unchanged. Where `length` is given, it need not be the length of this body. */
  readonly body?: string | Uint8Array
}

export interface Row {
  readonly what: string
  /** The section of an RFC or of the spec that the answer follows from. */
  readonly why: string
  /** Only to this operation; else to both. */
  readonly only?: "evaluate" | "create"
  readonly send: Change | ((target: Target) => Change | Uint8Array)
  /** `ok` is 200 from evaluate and 201 from create. */
  readonly status: number | "ok"
  /** The code in the problem details. */
  readonly code?: string
  /** Headers of the answer, among others; null for a header that must be absent. */
  readonly headers?: { readonly [name: string]: string | null }
  /** The server ends the connection after its answer: it cannot know where the next request would begin. */
  readonly closes?: true
  /** The answer has no body, although its Content-Length may be above 0. */
  readonly bodiless?: true
  /** The client ends its side of the connection after this. */
  readonly ends?: true
  /** The answers on this connection before the last one. `status` is that of the last. */
  readonly first?: ReadonlyArray<number | "ok">
}

export const goodBody = '{"data":{"name":"Ada","age":36}}'

export const bytesOf = (target: Target, change: Change): Uint8Array => {
  const body = Buffer.from(change.body ?? goodBody)
  const lines = [
    `${change.method ?? "POST"} ${change.target ?? target.path} ${change.version ?? "HTTP/1.1"}`,
    ...(change.host ?? ["Host: forms.example"]),
    ...(change.authorization ?? [`Authorization: Bearer ${target.key}`]),
    ...(change.type ?? ["Content-Type: application/json"]),
    ...(change.length ?? [`Content-Length: ${body.length}`]),
    ...(change.more ?? [])
  ]
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), body])
}

/** Bytes written by hand, one character a byte. */
export const raw = (text: string): Uint8Array => Buffer.from(text, "latin1")

/** A good request in chunked coding, its body written by hand. */
export const chunked = (body: string, ...more: ReadonlyArray<string>): Change => ({
  length: ["Transfer-Encoding: chunked", ...more],
  body
})

/** One call: builds the request that the contract describes, repeats it where that is safe, and reads the answer. */
import type { ProblemDetails } from "./generated/contract.ts"
import { FormworkError, FormworkUnreachable } from "./FormworkError.ts"
import type { Answer, CallOptions, Operation } from "./Operation.ts"
import { waitMillis } from "./retrying.ts"
import type { Failure, Retries } from "./retrying.ts"

export interface Settings {
  readonly baseUrl: string
  readonly token: string | undefined
  readonly acceptLanguage: string | undefined
  readonly retries: Retries
  /** Undefined where the program chose none. */
  readonly timeoutMillis: number | undefined
  readonly fetch: typeof globalThis.fetch
}

export type Given = { readonly [name: string]: unknown }

export interface Prepared {
  readonly url: string
  readonly init: {
    readonly method: string
    readonly headers: Headers
    readonly body?: string | Blob | ReadableStream<Uint8Array>
    /** The answer may begin before the body has ended (the Fetch standard calls this half, too). */
    readonly duplex?: "half"
  }
  readonly isRepeatable: boolean
}

/** A parameter as it stands in a path, a query or a header. */
const text = (name: string, value: unknown): string => {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value)
  throw new TypeError(`${name} is missing, or is neither a text nor a number`)
}

const blob = (name: string, value: unknown): Blob => {
  if (value instanceof Blob) return value
  throw new TypeError(`${name} is missing, or is no Blob`)
}

export const prepare = (
  { baseUrl, token, ...settings }: Settings,
  operation: Operation,
  request: Given,
  { acceptLanguage = settings.acceptLanguage }: Pick<CallOptions, "acceptLanguage">
): Prepared => {
  const path = operation.path.replaceAll(/\{(\w+)\}/gu, (_, name: string) =>
    encodeURIComponent(text(name, request[name]))
  )
  const query = new URLSearchParams()
  for (const name of operation.query) if (request[name] !== undefined) query.append(name, text(name, request[name]))
  const headers = new Headers({ accept: "application/json, */*" })
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`)
  if (acceptLanguage !== undefined) headers.set("accept-language", acceptLanguage)
  for (const [name, header] of Object.entries(operation.headers)) {
    if (request[name] !== undefined) headers.set(header, text(name, request[name]))
  }
  // With an idempotency key, a filing whose answer was lost can be repeated.
  const takesKey = Object.values(operation.headers).includes("Idempotency-Key")
  if (takesKey && !headers.has("idempotency-key")) headers.set("idempotency-key", crypto.randomUUID())
  // A body that the document calls optional may be left out, and then its type too.
  const body = operation.hasBody ? request["body"] : undefined
  if (body !== undefined) headers.set("content-type", "application/json")
  const file = operation.hasFile === true ? blob("file", request["file"]) : undefined
  if (file !== undefined) headers.set("content-type", file.type === "" ? "application/octet-stream" : file.type)
  return {
    url: `${baseUrl}${path}${query.size === 0 ? "" : `?${query}`}`,
    init: {
      method: operation.method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(file === undefined ? {} : { body: file })
    },
    isRepeatable: operation.isRepeatable || takesKey
  }
}

const isProblem = (value: unknown): value is ProblemDetails =>
  typeof value === "object" && value !== null && "code" in value && "error" in value && "status" in value

const secondsOf = (response: Response): number | undefined => {
  const value = response.headers.get("retry-after")
  return value !== null && /^\d+$/u.test(value) ? Number(value) : undefined
}

/** The error for an answer: the server's refusal, or `FormworkUnreachable` where another program answered. */
const refusalOf = async (response: Response): Promise<FormworkError | FormworkUnreachable> => {
  const text = await response.text()
  try {
    const problem: unknown = JSON.parse(text)
    if (isProblem(problem)) return new FormworkError(problem, secondsOf(response))
  } catch {
    // Not JSON: a proxy or another server answered.
  }
  return new FormworkUnreachable(`something that is not Formwork answered ${response.status}: ${text.slice(0, 200)}`)
}

/** JSON is parsed; an answer without content is undefined; anything else is a stream of bytes. */
const bodyOf = async (response: Response): Promise<unknown> => {
  if (response.status === 204) return undefined
  if (/^application\/(?:[\w.-]+\+)?json\b/u.test(response.headers.get("content-type") ?? "")) return response.json()
  return response.body
}

const answerOf = async (response: Response): Promise<Answer<unknown>> => ({
  body: await bodyOf(response),
  status: response.status,
  etag: response.headers.get("etag") ?? undefined,
  location: response.headers.get("location") ?? undefined,
  replayed: response.headers.get("idempotent-replayed") === "true",
  requestId: response.headers.get("x-request-id") ?? undefined,
  headers: response.headers
})

export const pause = (millis: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(reasonOf(signal))
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end)
      resolve()
    }, millis)
    signal?.addEventListener("abort", end, { once: true })
  })

const reasonOf = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error ? signal.reason : new FormworkUnreachable("the call was ended")

/** Makes one attempt. The timeout covers the whole answer, or the beginning of a stream. */
export const attempt = async (
  { fetch }: Settings,
  { init, url }: Prepared,
  timeoutMillis: number,
  signal: AbortSignal | undefined
): Promise<Answer<unknown>> => {
  signal?.throwIfAborted()
  const ending = new AbortController()
  const timer = setTimeout(
    () => ending.abort(new FormworkUnreachable(`no answer came within ${timeoutMillis} ms`)),
    timeoutMillis
  )
  const given = signal === undefined ? ending.signal : AbortSignal.any([ending.signal, signal])
  try {
    const response = await fetch(url, { ...init, redirect: "error", signal: given })
    if (!response.ok) throw await refusalOf(response)
    return await answerOf(response)
  } catch (cause) {
    if (signal?.aborted === true) throw reasonOf(signal)
    if (cause instanceof FormworkError || cause instanceof FormworkUnreachable) throw cause
    throw new FormworkUnreachable(`${init.method} ${url} could not be sent or was not answered`, { cause })
  } finally {
    clearTimeout(timer)
  }
}

export const failureOf = (error: unknown): Failure | undefined => {
  if (error instanceof FormworkError) {
    return { status: error.status, code: error.code, retryAfterSeconds: error.retryAfterSeconds }
  }
  return error instanceof FormworkUnreachable ? { status: 0, code: undefined, retryAfterSeconds: undefined } : undefined
}

/** How long an attempt may take. A file may wait for room and then come slowly: the server ends it itself (spec/http.md §6.32). */
export const timeoutOf = (
  settings: Pick<Settings, "timeoutMillis">,
  { hasFile = false }: Pick<Operation, "hasFile">,
  options: Pick<CallOptions, "timeoutMillis">
): number => options.timeoutMillis ?? settings.timeoutMillis ?? (hasFile ? 450_000 : 30_000)

/** Makes a call. Rejects with a `FormworkError`, a `FormworkUnreachable`, or the reason of the caller's own signal. */
export const call = async (
  settings: Settings,
  operation: Operation,
  request: Given,
  options: CallOptions
): Promise<Answer<unknown>> => {
  const prepared = prepare(settings, operation, request, options)
  const { signal } = options
  const timeoutMillis = timeoutOf(settings, operation, options)
  const retries = { ...settings.retries, ...options.retries }
  for (let count = 1; ; count += 1) {
    try {
      return await attempt(settings, prepared, timeoutMillis, signal)
    } catch (error) {
      const failure = signal?.aborted === true ? undefined : failureOf(error)
      const millis = failure && waitMillis(failure, prepared.isRepeatable, count, retries, Math.random())
      if (millis === undefined) throw error
      await pause(millis, signal)
    }
  }
}

/**
 * A client of Formwork's HTTP API with plain promises, on `fetch` and no dependencies. Every operation of both APIs is a method,
 * typed from the same contracts as the server (contract.ts is made from them).
 */
import { operations } from "./generated/contract.ts"
import type { Operations } from "./generated/contract.ts"
import { call } from "./call.ts"
import { callWithLines } from "./callWithLines.ts"
import type { Settings } from "./call.ts"
import type { CallOptions, Operation } from "./Operation.ts"
import { defaultRetries } from "./retrying.ts"
import type { Retries } from "./retrying.ts"

export interface FormworkOptions {
  /** Where the server is, such as `https://forms.example.com`. */
  readonly baseUrl: string
  /** An API key or a session token. Operations that need neither can be called without one. */
  readonly token?: string | undefined
  /** Calls that can be repeated safely are, after the wait in `Retry-After`. `{ attempts: 1 }` makes each call once. */
  readonly retries?: Partial<Retries>
  /** How long an attempt may take; by default 30,000, and 450,000 where it sends a file. A stream has to begin within that time, and may end later. */
  readonly timeoutMillis?: number
  /** `Accept-Language` of every call: the language of labels and messages, where a form has it. By default that of `fetch`. */
  readonly acceptLanguage?: string | undefined
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch
}

export type Formwork = Operations<CallOptions>

type Given = { readonly [name: string]: unknown }

/** Throws a `TypeError` where `baseUrl` is not the URL of a server. */
export const createFormwork = (options: FormworkOptions): Formwork => {
  const { protocol } = new URL(options.baseUrl)
  if (protocol !== "https:" && protocol !== "http:")
    throw new TypeError(`${options.baseUrl} is not the address of a server`)
  const settings: Settings = {
    baseUrl: options.baseUrl.replace(/\/+$/u, ""),
    token: options.token,
    acceptLanguage: options.acceptLanguage,
    retries: { ...defaultRetries, ...options.retries },
    timeoutMillis: options.timeoutMillis,
    fetch: options.fetch ?? globalThis.fetch
  }
  const method = (operation: Operation) => (request?: Given, callOptions?: CallOptions) =>
    (operation.hasLines === true ? callWithLines : call)(settings, operation, request ?? {}, callOptions ?? {})
  const groups = Object.entries(operations).map(([group, members]) => [
    group,
    Object.fromEntries(Object.entries(members).map(([name, operation]) => [name, method(operation)]))
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- contract.ts has the table and the interface from one document
  return Object.fromEntries(groups) as Formwork
}

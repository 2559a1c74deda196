/** What outbound HTTP may do. The defaults are for production; nothing that a tenant writes changes them. */
import { Context } from "effect"

export interface Policy {
  /** Allows `http:` URLs. For development and tests. */
  readonly allowHttp: boolean
  /** Allows addresses and names that are not public. For development and tests. */
  readonly allowPrivate: boolean
  /** The time for everything together: looking up the name, connecting, TLS, sending, the whole answer. */
  readonly timeoutMillis: number
  /** Bytes of an answer's body that are read; the connection is cut after them. */
  readonly answerBytes: number
  /** Bytes of an answer's head. */
  readonly headBytes: number
  /** Bytes of a request's body. */
  readonly requestBytes: number
}

export const production: Policy = {
  allowHttp: false,
  allowPrivate: false,
  timeoutMillis: 10_000,
  answerBytes: 65_536,
  headBytes: 16_384,
  requestBytes: 4_194_304
}

export const OutboundPolicy = Context.Reference<Policy>("@formwork/outbound/http/Policy", {
  defaultValue: () => production
})

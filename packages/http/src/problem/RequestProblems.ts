/** The rows of the table for what HTTP itself refuses: RequestRefusal.ts (spec/http.md §2.5). */
import type { Refusals, Row } from "./ProblemRow.ts"
import type * as RequestRefusal from "../request/RequestRefusal.ts"

/** RouteNotFound stands beside everything else that is absent. */
type Refusal = Exclude<Refusals<typeof RequestRefusal>, RequestRefusal.RouteNotFound>

export const requestRows = {
  RequestMalformed: {
    status: 400,
    code: "MALFORMED_REQUEST",
    title: "The request cannot be read",
    error: ({ reason }) => reason
  },
  MethodNotAllowed: {
    status: 405,
    code: "METHOD_NOT_ALLOWED",
    title: "Method not allowed",
    error: ({ allow }) => `This address takes ${allow.join(", ")}.`,
    headers: ({ allow }) => ({ allow: allow.join(", ") })
  },
  RequestTimedOut: {
    status: 408,
    code: "REQUEST_TIMEOUT",
    title: "The request took too long to arrive",
    error: () => "The request did not arrive in time."
  },
  PayloadTooLarge: {
    status: 413,
    code: "PAYLOAD_TOO_LARGE",
    title: "The body is too large",
    error: ({ limitBytes }) => `A body may have at most ${limitBytes} bytes.`
  },
  MediaTypeUnsupported: {
    status: 415,
    code: "UNSUPPORTED_MEDIA_TYPE",
    title: "The body must be JSON",
    error: () => "Send the body as Content-Type: application/json, in UTF-8, without a Content-Encoding."
  },
  OriginForeign: {
    status: 403,
    code: "ORIGIN_NOT_ALLOWED",
    title: "The origin is not allowed",
    error: () => "This address takes no requests from pages of another site, unless the operator allows the site."
  },
  ExpectationUnsupported: {
    status: 417,
    code: "EXPECTATION_FAILED",
    title: "The expectation cannot be met",
    error: () => "The only expectation that can be met is 100-continue."
  },
  HeadTooLarge: {
    status: 431,
    code: "HEADERS_TOO_LARGE",
    title: "The headers are too large",
    error: () => "The request line and the headers are too large."
  },
  InternalFault: {
    status: 500,
    code: "INTERNAL",
    title: "Internal error",
    error: () => "Something went wrong on our side. Quote the request id when you report it."
  }
} as const satisfies { readonly [Tag in Refusal["_tag"]]: Row<Extract<Refusal, { readonly _tag: Tag }>> }

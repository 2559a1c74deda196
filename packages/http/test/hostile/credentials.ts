/** Credentials (RFC 9110 §11, RFC 6750 §2; spec/http.md §1.6 and spec/http.md §2.6). */
import type { Row, Target } from "./Row.ts"

const unauthenticated = {
  status: 401,
  code: "UNAUTHENTICATED",
  headers: { "www-authenticate": "Bearer", ratelimit: null, "ratelimit-policy": null }
} as const

const lines =
  (...make: ReadonlyArray<(key: string) => string>) =>
  ({ key }: Target) => ({ authorization: make.map((line) => line(key)) })

const one = (make: (key: string) => string) => lines((key) => `Authorization: ${make(key)}`)

export const credentials: ReadonlyArray<Row> = [
  { what: "no credential", why: "RFC 9110 §11.6.1", send: { authorization: [] }, ...unauthenticated },
  {
    what: "an empty credential",
    why: "RFC 9110 §11.6.2",
    send: { authorization: ["Authorization:"] },
    ...unauthenticated
  },
  {
    what: "the scheme alone",
    why: "RFC 6750 §2.1",
    send: { authorization: ["Authorization: Bearer"] },
    ...unauthenticated
  },
  {
    what: "the scheme and a space",
    why: "RFC 6750 §2.1",
    send: { authorization: ["Authorization: Bearer "] },
    ...unauthenticated
  },
  { what: "a token without a scheme", why: "RFC 9110 §11.4", send: one((key) => key), ...unauthenticated },
  {
    what: "Basic",
    why: "RFC 7617: not spoken here",
    send: one((key) => `Basic ${Buffer.from(`${key}:`).toString("base64")}`),
    ...unauthenticated
  },
  {
    what: "the token as Basic",
    why: "RFC 7617: not spoken here",
    send: one((key) => `Basic ${key}`),
    ...unauthenticated
  },
  {
    what: "Token",
    why: "RFC 6750 §2.1: Bearer is the only scheme",
    send: one((key) => `Token ${key}`),
    ...unauthenticated
  },
  {
    what: "a scheme in lower case",
    why: "RFC 9110 §11.1: any case",
    send: one((key) => `bearer ${key}`),
    status: "ok"
  },
  {
    what: "a scheme in upper case",
    why: "RFC 9110 §11.1: any case",
    send: one((key) => `BEARER ${key}`),
    status: "ok"
  },
  {
    what: "three spaces after the scheme",
    why: "RFC 9110 §11.4: one or more",
    send: one((key) => `Bearer   ${key}`),
    status: "ok"
  },
  {
    what: "spaces around the credential",
    why: "RFC 9110 §5.5: not part of the value",
    send: one((key) => `   Bearer ${key}  `),
    status: "ok"
  },
  {
    what: "a tab after the scheme",
    why: "RFC 9110 §11.4: spaces",
    send: one((key) => `Bearer\t${key}`),
    ...unauthenticated
  },
  { what: "no space after the scheme", why: "RFC 9110 §11.4", send: one((key) => `Bearer${key}`), ...unauthenticated },
  { what: "a colon after the scheme", why: "RFC 9110 §11.4", send: one((key) => `Bearer: ${key}`), ...unauthenticated },
  { what: "a token in quotes", why: "RFC 6750 §2.1", send: one((key) => `Bearer "${key}"`), ...unauthenticated },
  {
    what: "a token in upper case",
    why: "spec/http.md §1.6",
    send: one((key) => `Bearer ${key.toUpperCase()}`),
    ...unauthenticated
  },
  {
    what: "a token with another last character",
    why: "spec/http.md §3.2: its checksum",
    send: one((key) => `Bearer ${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`),
    ...unauthenticated
  },
  {
    what: "a token with one character more",
    why: "spec/http.md §3.1",
    send: one((key) => `Bearer ${key}0`),
    ...unauthenticated
  },
  {
    what: "a token with one character less",
    why: "spec/http.md §3.1",
    send: one((key) => `Bearer ${key.slice(0, -1)}`),
    ...unauthenticated
  },
  {
    what: "a token under the prefix of sessions",
    why: "spec/http.md §3.1",
    send: one((key) => `Bearer fws${key.slice(3)}`),
    ...unauthenticated
  },
  {
    what: "a token of 12 KB",
    why: "spec/http.md §3.1",
    send: { authorization: [`Authorization: Bearer fwk_${"0".repeat(12_000)}`] },
    ...unauthenticated
  },
  {
    what: "a token with letters beyond ASCII",
    why: "RFC 6750 §2.1",
    send: one((key) => `Bearer ${key.slice(0, -1)}\xe9`),
    ...unauthenticated
  },
  {
    what: "two tokens in one header",
    why: "RFC 6750 §2.1",
    send: one((key) => `Bearer ${key} ${key}`),
    ...unauthenticated
  },
  {
    what: "two credentials with a comma",
    why: "RFC 9110 §5.3: not a list",
    send: one((key) => `Bearer ${key}, Bearer ${key}`),
    ...unauthenticated
  },
  {
    what: "the same Authorization twice",
    why: "spec/http.md §1.6",
    send: lines(
      (key) => `Authorization: Bearer ${key}`,
      (key) => `Authorization: Bearer ${key}`
    ),
    ...unauthenticated
  },
  {
    what: "a bad Authorization after a good one",
    why: "spec/http.md §1.6",
    send: lines(
      (key) => `Authorization: Bearer ${key}`,
      () => "authorization: Bearer x"
    ),
    ...unauthenticated
  },
  {
    what: "an empty Authorization before a good one",
    why: "spec/http.md §1.6",
    send: lines(
      () => "Authorization:",
      (key) => `Authorization: Bearer ${key}`
    ),
    ...unauthenticated
  },
  {
    what: "the token in the query",
    why: "RFC 6750 §5.3: never",
    send: ({ key, path }) => ({ target: `${path}?access_token=${key}`, authorization: [] }),
    ...unauthenticated
  },
  {
    what: "the token in a cookie",
    why: "spec/http.md §1.6",
    send: ({ key }) => ({ authorization: [`Cookie: Authorization=Bearer ${key}; token=${key}`] }),
    ...unauthenticated
  },
  {
    what: "the token in X-Api-Key",
    why: "spec/http.md §1.6",
    send: lines((key) => `X-Api-Key: ${key}`),
    ...unauthenticated
  },
  {
    what: "the token in Proxy-Authorization",
    why: "RFC 9110 §11.7.2: for proxies",
    send: lines((key) => `Proxy-Authorization: Bearer ${key}`),
    ...unauthenticated
  },
  {
    what: "the token in the target's user",
    why: "RFC 9110 §4.2.4",
    send: ({ key, path }) => ({ target: `http://${key}@forms.example${path}`, authorization: [] }),
    ...unauthenticated
  },
  {
    what: "the token in the body",
    why: "RFC 6750 §2.2: not here",
    send: ({ key }) => ({ authorization: [], body: `{"access_token":"${key}","data":{}}` }),
    ...unauthenticated
  },
  {
    what: "no credential, at an unknown path",
    why: "spec/http.md §1.1: 401 before 404",
    send: { target: "/nothing", authorization: [] },
    ...unauthenticated
  },
  {
    what: "no credential, and a method that the path does not have",
    why: "spec/http.md §1.1: 401 before 405",
    send: { method: "PUT", authorization: [] },
    ...unauthenticated
  },
  {
    what: "a key without the privilege",
    why: "spec/http.md §1.1",
    send: ({ reader }) => ({ authorization: [`Authorization: Bearer ${reader}`] }),
    status: 403,
    code: "PRIVILEGE_REQUIRED"
  },
  {
    what: "a key without the privilege, and no JSON",
    why: "spec/http.md §1.1: 403 before 400",
    send: ({ reader }) => ({ authorization: [`Authorization: Bearer ${reader}`], body: "[" }),
    status: 403,
    code: "PRIVILEGE_REQUIRED"
  }
]

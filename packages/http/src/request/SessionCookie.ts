/**
 * The session of a person in a browser, as a cookie that no script can read (spec/http.md §3.23; docs/decisions/0227). A browser
 * sends a cookie by itself, also for a page of another site: so it counts only where the request shows that it is from a page of this
 * server.
 */
import { Redacted } from "effect"
import { isIPv4 } from "node:net"

/** How a browser reaches this server. `plain`: over a network without TLS, where every host on the way can read it. */
export type Way = "tls" | "loopback" | "plain"

/**
 * The cookie of each way. A browser takes a name with the prefix `__Host-` from this host alone, and over TLS alone; not every
 * browser keeps such a cookie for a loopback address.
 */
const names = { tls: "__Host-formwork", loopback: "formwork" } as const

/** The API, on whose paths the cookie counts. */
const root = "/api/platform/"

/** What a request with a cookie has to send, beside GET and HEAD. No form can, and a script of another page only after a preflight. */
export const header = "x-formwork"
const ofConsole = "console"

/** Lines of a request's head, each header's in their order. */
export interface Lines {
  readonly cookies: ReadonlyArray<string> | undefined
  readonly fetchSites: ReadonlyArray<string> | undefined
  readonly formworks: ReadonlyArray<string> | undefined
  readonly host: string | undefined
}

const token = /^[A-Za-z0-9_]{1,128}$/u

/** Whether the authority of an address is a loopback address or `localhost`. */
export const isLoopback = (host: string): boolean => {
  const name = host.replace(/:\d+$/u, "").toLowerCase()
  return name === "localhost" || name === "[::1]" || (isIPv4(name) && name.startsWith("127."))
}

/** The cookie's value, where it came exactly once: of several, one may be of another page. */
const valueOf = (cookies: ReadonlyArray<string>, name: string): string | undefined => {
  const start = `${name}=`
  const found = cookies
    .flatMap((line) => line.split(";"))
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start))
  const [only] = found
  if (found.length !== 1 || only === undefined) return undefined
  const value = only.slice(start.length)
  return token.test(value) ? value : undefined
}

/** Whether a browser keeps a session of ours, as a hint alone: nothing of it is checked, and it opens nothing. @param cookies the header. */
export const mayBeIn = (cookies: string): boolean =>
  Object.values(names).some((name) => valueOf([cookies], name) !== undefined)

const isOurs = ({ fetchSites, formworks }: Lines, method: string | undefined): boolean => {
  if (fetchSites !== undefined && !(fetchSites.length === 1 && fetchSites[0] === "same-origin")) return false
  return method === "GET" || method === "HEAD" || (formworks?.length === 1 && formworks[0] === ofConsole)
}

/**
 * The token in the cookie, where it counts. The name without a prefix counts for a loopback address alone: another host of a domain
 * can set it for the whole domain.
 * @param path without the query.
 */
export const read = (lines: Lines, method: string | undefined, path: string): Redacted.Redacted<string> | undefined => {
  const { cookies, host } = lines
  if (cookies === undefined || !path.startsWith(root) || !isOurs(lines, method)) return undefined
  const value =
    valueOf(cookies, names.tls) ??
    (host !== undefined && isLoopback(host) ? valueOf(cookies, names.loopback) : undefined)
  return value === undefined ? undefined : Redacted.make(value, { label: "token" })
}

const cookie = (way: Exclude<Way, "plain">, value: string, seconds: number): string =>
  `${names[way]}=${value}; Path=/; ${way === "tls" ? "Secure; " : ""}HttpOnly; SameSite=Strict; Max-Age=${seconds}`

/** The value of `Set-Cookie` that gives a browser its session. @param seconds until the browser forgets it. */
export const set = (way: Exclude<Way, "plain">, text: Redacted.Redacted<string>, seconds: number): string =>
  cookie(way, Redacted.value(text), seconds)

/** Ends what `set` gave. */
export const clear = (way: Way): string => cookie(way === "tls" ? "tls" : "loopback", "", 0)

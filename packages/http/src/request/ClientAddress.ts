/** Where a request came from, as far as that can be known. */
import { Context } from "effect"
import { isIP } from "node:net"
import type { IncomingMessage } from "node:http"

/**
 * How many proxies stand before this server, each of which adds the address that it was called from to the right of
 * `X-Forwarded-For`; configurable. With 0 the header is what anybody may write, and is not read.
 */
export const TrustedProxies = Context.Reference<number>("@formwork/http/ClientAddress/TrustedProxies", {
  defaultValue: () => 0
})

/**
 * The address of the client: the socket's or, behind `proxies` proxies, that many from the right of `X-Forwarded-For`.
 * Where the header is shorter the request came past the outer ones, and its first address is what the inner ones saw.
 * Undefined where the connection is gone.
 */
export const of = (request: IncomingMessage, proxies: number): string | undefined => {
  const socket = address(request.socket.remoteAddress ?? "")
  if (proxies === 0) return socket
  const forwarded = lines(request.rawHeaders, "x-forwarded-for").join(",").split(",")
  return address(forwarded.at(-Math.min(proxies, forwarded.length)) ?? "") ?? socket
}

/** What shares a budget: an IPv4 address, or the 64 bits of an IPv6 one that a network gives to a single customer. */
export const network = (text: string): string => (isIP(text) === 6 ? prefix64(text) : text)

const lines = (rawHeaders: ReadonlyArray<string>, name: string): ReadonlyArray<string> =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu
const withPort = /^(?:\[(?<six>[^\]]*)\](?::\d+)?|(?<four>[\d.]+):\d+)$/u

/** An IP address in text, without a port and without a zone; IPv4 as such where it came mapped into IPv6. */
const address = (text: string): string | undefined => {
  const trimmed = text.trim()
  const { four, six } = withPort.exec(trimmed)?.groups ?? {}
  const [plain = ""] = (six ?? four ?? trimmed).split("%")
  const bare = mapped.exec(plain)?.[1] ?? plain
  return isIP(bare) === 0 ? undefined : bare.toLowerCase()
}

const prefix64 = (text: string): string => {
  const [head = "", tail] = text.split("::")
  const groups = head === "" ? [] : head.split(":")
  const after = tail === undefined || tail === "" ? [] : tail.split(":")
  // An IPv4 address at the end stands for two groups; where it stands it is past the first four.
  const missing = 8 - groups.length - after.length - (text.includes(".") ? 1 : 0)
  const zeros = Array.from({ length: tail === undefined ? 0 : missing }, () => "0")
  const first = [...groups, ...zeros, ...after].slice(0, 4)
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`
}

/** The address of a request's client, where it is known. */
import { Context } from "effect"
import { isIP } from "node:net"
import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import { TLSSocket } from "node:tls"
import * as Connection from "../connection/Connection.ts"
import * as SessionCookie from "./SessionCookie.ts"

/**
 * How many proxies are in front of this server; configurable. Each proxy adds the address that called it to the right of
 * `X-Forwarded-For`. With 0 the header is not read, because any client could write it.
 */
export const TrustedProxies = Context.Reference<number>("@formwork/http/ClientAddress/TrustedProxies", {
  defaultValue: () => 0
})

/**
 * The address of the client: the socket's or, behind `proxies` proxies, that many from the right of `X-Forwarded-For`.
 * Where the header is shorter, the request bypassed the outer proxies, and the first address is the one that the inner ones saw.
 * Undefined where the connection is gone.
 */
export const of = (request: IncomingMessage, proxies: number): string | undefined => {
  const socket = ofSocket(request.socket)
  if (proxies === 0) return socket
  const forwarded = lines(request.rawHeaders, "x-forwarded-for").join(",").split(",")
  return address(forwarded.at(-Math.min(proxies, forwarded.length)) ?? "") ?? socket
}

/**
 * How the client's browser reached this server: the scheme of the connection or, behind `proxies` proxies, that many from the right of
 * `X-Forwarded-Proto`, where most proxies give one for all.
 */
export const wayOf = (request: IncomingMessage, proxies: number): SessionCookie.Way => {
  const forwarded = proxies === 0 ? [] : lines(request.rawHeaders, "x-forwarded-proto").join(",").split(",")
  const scheme = forwarded.at(-Math.min(proxies, forwarded.length))?.trim().toLowerCase()
  if (scheme === "https" || request.socket instanceof TLSSocket) return "tls"
  return SessionCookie.isLoopback(request.headers.host ?? "") ? "loopback" : "plain"
}

/** Read once a connection. */
const ofSocket = (socket: Socket): string | undefined => {
  const connection = Connection.of(socket)
  connection.address ??= address(socket.remoteAddress ?? "") ?? null
  return connection.address ?? undefined
}

/** The key of a budget: an IPv4 address, or the first 64 bits of an IPv6 address, which networks give to a single customer. */
export const network = (text: string): string => (isIP(text) === 6 ? prefix64(text) : text)

const lines = (rawHeaders: ReadonlyArray<string>, name: string): ReadonlyArray<string> =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu
const withPort = /^(?:\[(?<six>[^\]]*)\](?::\d+)?|(?<four>[\d.]+):\d+)$/u

/** An IP address as text, without port and zone; an IPv4 address mapped into IPv6 becomes IPv4. */
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
  // An IPv4 address at the end stands for two groups, which are always after the first four.
  const missing = 8 - groups.length - after.length - (text.includes(".") ? 1 : 0)
  const zeros = Array.from({ length: tail === undefined ? 0 : missing }, () => "0")
  const first = [...groups, ...zeros, ...after].slice(0, 4)
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`
}

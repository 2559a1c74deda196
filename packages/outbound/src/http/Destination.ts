/** Where a request goes: a URL, read strictly, and the addresses behind its name, looked up once and each of them checked. */
import { Effect, Result } from "effect"
import { isIP } from "node:net"
import { SendFailed } from "@formwork/domain/sending/Sender"
import * as Address from "./Address.ts"
import type { HostAddress, ResolveHost } from "./HostResolver.ts"
import type { Policy } from "./Policy.ts"

export interface Destination {
  readonly secure: boolean
  /** As the `Host` header has it: with the port where it is not the scheme's own. */
  readonly host: string
  /** The name or the address, without brackets. */
  readonly hostname: string
  readonly port: number
  /** Path and query. A fragment is left out. */
  readonly path: string
}

const longestUrl = 2_048

/** The ports that the Fetch standard blocks (https://fetch.spec.whatwg.org/#port-blocking): other protocols live there. */
const blockedPorts = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080
])

/** Names that no public name server answers for (RFC 6761, 6762, 7686, 8375, 9476; ICANN's reservation of `internal`). */
const privateNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|home\.arpa|test|invalid|onion|alt)$/u

const bad = (reason: string) => Result.fail(new SendFailed({ reason, verdict: "dead" }))

/** Visible ASCII. A URL parser drops or rewrites other characters, and then connects to another URL than the one written. */
const plain = /^[!-~]+$/u

/**
 * Reads a URL. Refuses, `dead`, in this order: too long; characters that a parser would drop or rewrite; not a URL; another scheme;
 * a user name or password; a blocked port; a name that ends in a dot, has none, or is not public; an address that is not public.
 */
export const read = (text: string, policy: Policy): Result.Result<Destination, SendFailed> => {
  if (text.length > longestUrl) return bad(`The URL is longer than ${longestUrl} characters.`)
  if (!plain.test(text)) return bad("The URL has characters that a URL cannot have.")
  const url = URL.parse(text)
  if (url === null || url.hostname === "") return bad("The URL is not a URL with a host.")
  const secure = url.protocol === "https:"
  if (!secure && !(policy.allowHttp && url.protocol === "http:")) return bad("The URL does not begin with https://.")
  if (url.username !== "" || url.password !== "")
    return bad("The URL has a user name or a password; send them as a header.")
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port)
  if (blockedPorts.has(port)) return bad(`Port ${port} belongs to another protocol than HTTP.`)
  const hostname = url.hostname.replace(/^\[|\]$/gu, "")
  const refusal = policy.allowPrivate ? undefined : hostRefusal(hostname)
  if (refusal !== undefined) return bad(refusal)
  return Result.succeed({ secure, host: url.host, hostname, port, path: url.pathname + url.search })
}

/** Why nothing is sent to a URL, without looking its name up; undefined where it may be sent to. */
export const refusal = (url: string, policy: Policy): string | undefined =>
  Result.match(read(url, policy), { onFailure: ({ reason }) => reason, onSuccess: () => undefined })

const hostRefusal = (hostname: string): string | undefined => {
  if (isIP(hostname) !== 0) return addressRefusal(hostname, hostname)
  if (hostname.endsWith(".")) return "The URL's host ends in a dot."
  if (!hostname.includes(".") || privateNames.test(hostname)) return `${hostname} is not a public name.`
  return undefined
}

const addressRefusal = (hostname: string, address: string): string | undefined => {
  const meaning = Address.whyNotPublic(address)
  if (meaning === undefined) return undefined
  const found = address === hostname ? address : `${hostname} has the address ${address}, which`
  return `${found} is not public (${meaning}).`
}

/**
 * The addresses of a destination, in the order to try them. This is the only lookup: the connection goes to one of these
 * addresses, so a name that resolves to another address later (DNS rebinding) has no effect.
 * Refuses: `retry` where the name cannot be looked up or has no address, `dead` where one address of several is not public.
 */
export const addresses = Effect.fnUntraced(function* ({ hostname }: Destination, resolve: ResolveHost, policy: Policy) {
  const literal = isIP(hostname)
  const found: ReadonlyArray<HostAddress> =
    literal === 0 ? yield* resolve(hostname, policy) : [{ address: hostname, family: literal === 6 ? 6 : 4 }]
  if (found.length === 0) return yield* new SendFailed({ reason: `${hostname} has no address.`, verdict: "retry" })
  if (policy.allowPrivate) return found
  for (const { address } of found) {
    const reason = addressRefusal(hostname, address)
    if (reason !== undefined) return yield* new SendFailed({ reason, verdict: "dead" })
  }
  return found
})

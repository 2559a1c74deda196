/** The address of a database server, or of several of which one is the primary: `postgres://user:password@host1:5432,host2:5432/database`. */
import { Effect, Redacted } from "effect"
import { StartRefused } from "./StartRefused.ts"

/** Where one server listens. */
export interface Place {
  /** A name, an IP address, or the folder of a Unix socket, which begins with a slash. */
  readonly host: string
  readonly port: number
}

/** What `target_session_attrs` asks of the server that is used. `standby` is asked of DATABASE_READ_URL alone. */
export type Wanted = "read-write" | "primary" | "any" | "standby"

export interface Address {
  /** For the driver: one server, and the parameters that the driver honours. */
  readonly url: Redacted.Redacted<string>
  /** In the order in which they are tried. */
  readonly places: readonly [Place, ...Array<Place>]
  readonly wanted: Wanted
  /** Hosts, ports and database: what may be shown. */
  readonly shown: string
  /** Whether the connection may be encrypted. */
  readonly isSecure: boolean
  /** What the servers show of this program's connections. */
  readonly applicationName: string
}

/** The parameters of a URL that this file reads, and takes out. */
const ours = ["host", "port", "application_name", "target_session_attrs"]

/** Those that have an effect: the driver reads the others. */
const honoured = ["user", "password", "dbname", "options", "connect_timeout", "sslmode", ...ours]

/** Everything before the hosts, the hosts, the path, the parameters. The user's part ends with the last @. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(\/[^?#]*)?(?:\?([^#]*))?$/u

const hostAndPort = /^(\[[^\]]*\]|[^:]*)(?::(\d*))?$/u

const isWanted = (text: string): text is Exclude<Wanted, "standby"> =>
  text === "read-write" || text === "primary" || text === "any"

/** Reads an address. Refuses one that is malformed, or has a parameter without effect. */
export const parse = (url: Redacted.Redacted<string>): Effect.Effect<Address, StartRefused> =>
  Effect.suspend(() => {
    const found = parts.exec(Redacted.value(url))
    if (found === null) return malformed("it is not a URL that begins with postgres:// or postgresql://")
    const [, before = "", authority = "", path = "", query = ""] = found
    const parameters = new URLSearchParams(query)
    const without = [...new Set(parameters.keys())].filter((name) => !honoured.includes(name))
    if (without.length > 0) {
      const [names, they] = without.length === 1 ? ["the parameter", "it"] : ["the parameters", "them"]
      return notHonoured(
        `has ${names} ${without.join(", ")}, which Formwork does not honour; remove ${they}. Honoured: ${honoured.join(", ")}`
      )
    }
    const wanted = parameters.get("target_session_attrs") ?? "read-write"
    if (!isWanted(wanted)) {
      return notHonoured(
        `has target_session_attrs=${wanted}, but Formwork writes: use read-write, primary or any, or leave it out`
      )
    }
    const places = placesOf(authority, parameters)
    const [first] = places ?? []
    if (places === undefined || first === undefined) return malformed("its hosts and ports are not a list of each")
    const applicationName = parameters.get("application_name") ?? "formwork"
    for (const name of ours) parameters.delete(name)
    const rest = parameters.toString()
    const one = `${before}localhost${path}${rest === "" ? "" : `?${rest}`}`
    if (!URL.canParse(one)) return malformed("the user, the password or the database cannot be read")
    return Effect.succeed({
      url: Redacted.make(one),
      places: [first, ...places.slice(1)] as const,
      wanted,
      shown: `${places.map(shownOf).join(",")}${path}`,
      isSecure: parameters.has("sslmode") && parameters.get("sslmode") !== "disable",
      applicationName
    })
  })

/** The same login and database on another server. */
export const at = (address: Address, place: Place): Address => {
  const path = new URL(Redacted.value(address.url)).pathname
  return { ...address, places: [place], shown: `${shownOf(place)}${path}` }
}

/** The same servers, of which a standby is used. */
export const ofStandby = (address: Address): Address => ({ ...address, wanted: "standby" })

/** As a URL has it. */
export const shownOf = ({ host, port }: Place): string => `${host.includes(":") ? `[${host}]` : host}:${port}`

/** One port for all hosts, or one for each, as libpq reads them. */
const placesOf = (authority: string, parameters: URLSearchParams): ReadonlyArray<Place> | undefined => {
  const named = authority.split(",").map((text) => hostAndPort.exec(text))
  const hosts = parameters.get("host")?.split(",") ?? named.map((match) => match?.[1])
  const ports = parameters.get("port")?.split(",") ?? named.map((match) => match?.[2] ?? "")
  if (ports.length !== 1 && ports.length !== hosts.length) return undefined
  const places = hosts.map((host, index) => placeOf(host, ports[ports.length === 1 ? 0 : index]))
  return places.every((place) => place !== undefined) ? places : undefined
}

const placeOf = (text: string | undefined, digits = ""): Place | undefined => {
  const port = digits === "" ? 5432 : Number(digits)
  if (text === undefined || !Number.isInteger(port) || port < 1 || port > 65_535) return undefined
  try {
    const host = decodeURIComponent(text.replace(/^\[|\]$/gu, ""))
    return { host: host === "" ? "localhost" : host, port }
  } catch {
    return undefined
  }
}

const malformed = (why: string) =>
  Effect.fail(
    new StartRefused({
      reason: "unreachable",
      message: `The database at the address given cannot be reached: ${why}.`
    })
  )

const notHonoured = (what: string) =>
  Effect.fail(new StartRefused({ reason: "not_honoured", message: `The address of the database ${what}.` }))

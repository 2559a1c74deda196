/** The address of a database server, or of several of which one is the primary: `postgres://user:password@host1:5432,host2:5432/database`. */
import { Effect, Redacted } from "effect"
import { StartRefused } from "./StartRefused.ts"

/** Where one server listens. */
export interface Place {
  /** A name, an IP address, or the folder of a Unix socket, which begins with a slash. */
  readonly host: string
  readonly port: number
}

/** What is asked of the server that is used: `target_session_attrs`, or a standby where the address is for reads. */
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

/** What the server at an address is for. */
export type Use = "writes" | "reads"

/** The values of `target_session_attrs` that each use takes, with what they come to. */
const sessions: Readonly<Record<Use, ReadonlyMap<string, Wanted>>> = {
  writes: new Map([
    ["read-write", "read-write"],
    ["primary", "primary"],
    ["any", "any"]
  ]),
  // While no server is a standby, the primary is read at its own address.
  reads: new Map([
    ["standby", "standby"],
    ["prefer-standby", "standby"],
    ["any", "standby"]
  ])
}

const purposes: Readonly<Record<Use, string>> = {
  writes: "Formwork writes: use read-write, primary or any",
  reads: "Formwork reads a standby there: use standby, prefer-standby or any"
}

/**
 * Reads an address. Refuses one that is malformed, or has a parameter without effect.
 * @param url its label, if it has one, says where it was given: in refusals.
 */
export const parse = (url: Redacted.Redacted<string>, use: Use = "writes"): Effect.Effect<Address, StartRefused> =>
  Effect.suspend(() => {
    const malformed = refusalOf(
      "unreachable",
      (why) =>
        `The database at the address ${url.label === undefined ? "given" : `of ${url.label}`} cannot be reached: ${why}.`
    )
    const notHonoured = refusalOf(
      "not_honoured",
      (what) => `The address ${url.label === undefined ? "of the database" : `of ${url.label}`} ${what}.`
    )
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
    const [asked = use === "writes" ? "read-write" : "standby"] = parameters.getAll("target_session_attrs")
    const wanted = sessions[use].get(asked)
    if (wanted === undefined) {
      return notHonoured(`has target_session_attrs=${asked}, but ${purposes[use]}, or leave it out`)
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

const refusalOf = (reason: StartRefused["reason"], sentence: (what: string) => string) => (what: string) =>
  Effect.fail(new StartRefused({ reason, message: sentence(what) }))

/** Looking up the addresses of a name. */
import { Context, Effect } from "effect"
import { Resolver } from "node:dns"
import { lookup } from "node:dns/promises"
import { SendFailed } from "@formwork/domain/sending/Sender"
import type { Policy } from "./Policy.ts"

export interface HostAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** Every address of a name; an empty list where it has none. Refuses, `retry`: no name server answers. */
export type ResolveHost = (hostname: string, policy: Policy) => Effect.Effect<ReadonlyArray<HostAddress>, SendFailed>

const failed = (hostname: string) => new SendFailed({ reason: `${hostname} could not be looked up.`, verdict: "retry" })

/** Answers that say that the name, or an address of this family for it, does not exist. */
const absent = new Set(["ENOTFOUND", "ENODATA"])

const codeOf = (cause: unknown): unknown =>
  typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined

/**
 * Asks the name servers by c-ares. `getaddrinfo` would block one of the process's few worker threads, which also read files and
 * encrypt, for as long as a tenant's name server is slow.
 * @param servers as `address:port`; by default those of the system.
 */
export const askNameServers = (
  hostname: string,
  servers?: ReadonlyArray<string>
): Effect.Effect<ReadonlyArray<HostAddress>, SendFailed> =>
  Effect.suspend(() => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    if (servers !== undefined) resolver.setServers(servers)
    const family = (version: 4 | 6) =>
      Effect.callback<ReadonlyArray<HostAddress>, SendFailed>((resume) => {
        const answer = (error: NodeJS.ErrnoException | null, found: ReadonlyArray<string>) => {
          if (error === null) resume(Effect.succeed(found.map((address) => ({ address, family: version }))))
          else resume(absent.has(error.code ?? "") ? Effect.succeed([]) : Effect.fail(failed(hostname)))
        }
        if (version === 4) resolver.resolve4(hostname, answer)
        else resolver.resolve6(hostname, answer)
      })
    return Effect.all([family(4), family(6)], { concurrency: 2 }).pipe(
      Effect.map((both) => both.flat()),
      Effect.ensuring(Effect.sync(() => resolver.cancel()))
    )
  })

/** Also reads the hosts file, where the names of a private network may stand. */
const fromSystem = (hostname: string): Effect.Effect<ReadonlyArray<HostAddress>, SendFailed> =>
  Effect.tryPromise({ try: () => lookup(hostname, { all: true }), catch: codeOf }).pipe(
    Effect.map((found) => found.map(({ address, family }): HostAddress => ({ address, family: family === 6 ? 6 : 4 }))),
    Effect.catch((code) => (absent.has(String(code)) ? Effect.succeed([]) : Effect.fail(failed(hostname))))
  )

/** Public names are looked up at the name servers, others as the system does. */
export const HostResolver = Context.Reference<ResolveHost>("@formwork/outbound/http/HostResolver", {
  defaultValue:
    () =>
    (hostname, { allowPrivate }) =>
      allowPrivate ? fromSystem(hostname) : askNameServers(hostname)
})

/**
 * The faults of a definition that its own text does not show: secrets that may not go where an effect sends them, and addresses
 * that this installation does not send to. Sending checks both again.
 */
import { Context, Effect, JsonPointer } from "effect"
import { mergeFaults } from "@formwork/rules/check"
import type { Fault } from "@formwork/rules/Fault"
import { type Json, memberOf } from "@formwork/rules/Json"
import { hostOf } from "../secrets/Secret.ts"
import type { Caller } from "../callers/Caller.ts"
import type { SecretRecord } from "../secrets/SecretStore.ts"
import { SecretStore } from "../secrets/SecretStore.ts"

/** Why this installation sends nothing to an origin, in a sentence; undefined where it does. The default refuses none: the adapter that sends knows. */
export const AddressRule = Context.Reference<(origin: string) => string | undefined>(
  "@formwork/domain/forms/AddressRule",
  { defaultValue: () => () => undefined }
)

/** `faults` with those that depend on the organisation's secrets and on this installation, in the order of the document. */
export type AddOutboundFaults = (
  caller: Caller,
  definition: Json,
  faults: ReadonlyArray<Fault>
) => Effect.Effect<ReadonlyArray<Fault>>

export const addOutboundFaults: Effect.Effect<AddOutboundFaults, never, SecretStore> = Effect.gen(function* () {
  const store = yield* SecretStore
  const rule = yield* AddressRule
  return Effect.fnUntraced(function* (caller, definition, faults) {
    const secrets = uses(definition).length === 0 ? [] : yield* store.list(caller)
    const found = outboundFaults(definition, secrets, rule)
    return found.length === 0 ? faults : mergeFaults(definition, found, faults)
  })
})

/** A place that names a secret: a header that carries it, or a delivery that it signs, which sends it nowhere. */
interface Use {
  readonly pointer: string
  readonly secret: string
  readonly host: string | undefined
}

/**
 * @param definition as parsed from JSON; untrusted. What is malformed is passed over: the check of the rules names it.
 * @param secrets those of the organisation.
 */
const outboundFaults = (
  definition: Json,
  secrets: ReadonlyArray<SecretRecord>,
  rule: (origin: string) => string | undefined
): ReadonlyArray<Fault> => [
  ...effects(definition).flatMap(({ origin, pointer }): ReadonlyArray<Fault> => {
    const reason = rule(origin)
    return reason === undefined
      ? []
      : [{ pointer: `${pointer}/url`, message: `Nothing is sent to this address: ${reason}` }]
  }),
  ...uses(definition).flatMap((use) => secretFault(use, secrets))
]

const secretFault = ({ host, pointer, secret }: Use, secrets: ReadonlyArray<SecretRecord>): ReadonlyArray<Fault> => {
  const found = secrets.find(({ name }) => name === secret)
  if (host === undefined) return signingFault(pointer, secret, found)
  if (found?.hosts.includes(host) === true) return []
  const why =
    found === undefined
      ? `There is no secret \`${secret}\``
      : `The secret \`${secret}\` may not be sent to \`${host}\`: it names ${found.hosts.length === 0 ? "no host" : "other hosts"}`
  const expected = `a secret that names \`${host}\` among its hosts; who may change the organisation sets them`
  return [{ pointer, message: `${why}.`, expected }]
}

/** The value cannot be seen here. A signing secret has no hosts, so one that has hosts signs nothing. */
const signingFault = (pointer: string, secret: string, found: SecretRecord | undefined): ReadonlyArray<Fault> => {
  if (found !== undefined && found.hosts.length === 0) return []
  const why =
    found === undefined
      ? `There is no secret \`${secret}\``
      : `The secret \`${secret}\` signs no deliveries: it names hosts that it is sent to`
  return [{ pointer, message: `${why}.`, expected: "a signing secret; who may change the organisation sets it" }]
}

/** An effect that goes to an address. */
interface Addressed {
  readonly pointer: string
  readonly origin: string
  readonly headers: Json | undefined
  readonly signing: Json | undefined
}

/** More than a definition without faults may have: the rest of a long list costs nothing. */
const most = 100

const effects = (definition: Json): ReadonlyArray<Addressed> => {
  const given = memberOf(definition, "effects")
  return (Array.isArray(given) ? given.slice(0, most) : []).flatMap((effect: Json, index): ReadonlyArray<Addressed> => {
    const [kind, url] = [memberOf(effect, "kind"), memberOf(effect, "url")]
    const origin = typeof url === "string" ? /^https?:\/\/[^/?#\\]*/iu.exec(url)?.[0] : undefined
    if ((kind !== "integration" && kind !== "delivery") || origin === undefined) return []
    return [
      {
        pointer: `/effects/${index}`,
        origin,
        headers: kind === "integration" ? memberOf(effect, "headers") : undefined,
        signing: kind === "delivery" ? memberOf(effect, "secret") : undefined
      }
    ]
  })
}

const uses = (definition: Json): ReadonlyArray<Use> =>
  effects(definition).flatMap(({ headers, origin, pointer, signing }): ReadonlyArray<Use> => {
    if (typeof signing === "string") return [{ pointer: `${pointer}/secret`, secret: signing, host: undefined }]
    const named = typeof headers === "object" && headers !== null ? Object.entries(headers).slice(0, most) : []
    return named.flatMap(([name, value]): ReadonlyArray<Use> => {
      const secret = memberOf(value, "secret")
      if (typeof secret !== "string") return []
      return [{ pointer: `${pointer}/headers/${JsonPointer.escapeToken(name)}`, secret, host: hostOf(origin) }]
    })
  })

/** The named secrets of an organisation: set by a person, used for sending, never shown again. */
import { Context, Duration, Effect, Layer, Redacted } from "effect"
import * as Caller from "../callers/Caller.ts"
import * as Confirmation from "../credentials/Confirmation.ts"
import { RequestInvalid, SecretNotFound } from "../callers/Refusal.ts"
import type { ConfirmationRequired, PrivilegeMissing } from "../callers/Refusal.ts"
import { decodeFor } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import { problem } from "../request/decoder.ts"
import { signingKey, signingPrefix, signingWords } from "./Secret.ts"
import type { SecretHosts, SecretName, SecretValue } from "./Secret.ts"
import { SecretCipher } from "./SecretCipher.ts"
import { SecretStore } from "./SecretStore.ts"
import type { SecretRecord } from "./SecretStore.ts"

/** The longest that a replaced value may stay valid. */
export const maxOverlap = Duration.days(7)

export class Secrets extends Context.Service<
  Secrets,
  {
    /**
     * Sets or replaces a secret.
     * @param overlap how long the replaced value stays valid beside the new one: deliveries carry a signature of each. At most 7 days.
     * @param hosts where it may be sent; left out, a secret keeps its hosts and a new one has none.
     * Refuses, in this order: `PrivilegeMissing` (`organisation:write`), `RequestInvalid` for a value that begins as a signing secret and is
     * none, or for a signing secret with hosts, `ConfirmationRequired`.
     */
    readonly put: (
      caller: Caller.Caller,
      name: SecretName,
      value: Redacted.Redacted<SecretValue>,
      overlap: Duration.Duration,
      hosts?: SecretHosts
    ) => Effect.Effect<SecretRecord, PrivilegeMissing | RequestInvalid | ConfirmationRequired>
    /**
     * Replaces the hosts that a secret may be sent to, from the next send on; its values stay.
     * Refuses, in this order: `PrivilegeMissing` (`organisation:write`), `RequestInvalid` (`SecretNotFound` where there is no such
     * secret), `ConfirmationRequired`, `SecretNotFound`, `RequestInvalid`.
     */
    readonly setHosts: (
      caller: Caller.Caller,
      name: SecretName,
      hosts: Decoded<SecretHosts>
    ) => Effect.Effect<SecretRecord, PrivilegeMissing | SecretNotFound | RequestInvalid | ConfirmationRequired>
    /** Removes a secret: what needs it fails from now on. Refuses, in this order: `PrivilegeMissing` (`organisation:write`), `SecretNotFound`. */
    readonly remove: (caller: Caller.Caller, name: SecretName) => Effect.Effect<void, PrivilegeMissing | SecretNotFound>
    /** Every secret without its value, sorted by name. Refuses: `PrivilegeMissing` (`effect:read`). */
    readonly list: (caller: Caller.Caller) => Effect.Effect<ReadonlyArray<SecretRecord>, PrivilegeMissing>
  }
>()("@formwork/domain/secrets/Secrets") {
  static readonly layer = Layer.effect(
    Secrets,
    Effect.gen(function* () {
      const cipher = yield* SecretCipher
      const store = yield* SecretStore
      const confirmed = yield* Confirmation.requiring
      return Secrets.of({
        put: Effect.fn("Secrets.put")(function* (caller, name, value, overlap, hosts) {
          yield* Caller.require(caller, "organisation:write")
          if (Redacted.value(value).startsWith(signingPrefix)) {
            if (signingKey(Redacted.value(value)) === undefined) return yield* noSigningKey
            if (hosts !== undefined && hosts.length > 0) return yield* signingHasHosts
          }
          if (Duration.isLessThan(overlap, Duration.zero) || Duration.isGreaterThan(overlap, maxOverlap))
            return yield* Effect.die(new Error("A replaced secret stays valid for at most 7 days"))
          yield* confirmed(caller)
          const sealed = yield* cipher.seal(caller.organisationId, name, value)
          return yield* store.put(caller, name, sealed, Duration.toMillis(overlap), hosts)
        }),
        setHosts: Effect.fn("Secrets.setHosts")(function* (caller, name, given) {
          yield* Caller.require(caller, "organisation:write")
          const find = Effect.flatMap(store.list(caller), (all) =>
            all.some((secret) => secret.name === name) ? Effect.void : Effect.fail(new SecretNotFound())
          )
          const hosts = yield* decodeFor(given, find)
          yield* confirmed(caller)
          return yield* store.setHosts(caller, name, hosts)
        }),
        remove: Effect.fn("Secrets.remove")(function* (caller, name) {
          yield* Caller.require(caller, "organisation:write")
          yield* store.remove(caller, name)
        }),
        list: Effect.fn("Secrets.list")(function* (caller) {
          yield* Caller.require(caller, "effect:read")
          return yield* store.list(caller)
        })
      })
    })
  )
}

const noSigningKey = new RequestInvalid({
  problems: [problem(["value"], "rule", `must be a signing secret, because of how it begins: ${signingWords}`)]
})

const signingHasHosts = new RequestInvalid({
  problems: [problem(["hosts"], "rule", "must be empty for a signing secret, which is never sent")]
})

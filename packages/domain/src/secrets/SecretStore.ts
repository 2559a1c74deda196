/** Port: the named secrets of an organisation, as its people see them: without values. */
import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { SecretNotFound } from "../callers/Refusal.ts"
import { SecretHosts, SecretName } from "./Secret.ts"
import type { SealedSecret } from "./SecretCipher.ts"

export const SecretRecord = Schema.Struct({
  name: SecretName,
  /** Where it may be sent. */
  hosts: SecretHosts,
  setAt: Schema.DateTimeUtcFromString,
  /** Until when the replaced value is used as well; null without one. */
  previousUntil: Schema.NullOr(Schema.DateTimeUtcFromString)
})
export type SecretRecord = typeof SecretRecord.Type

export class SecretStore extends Context.Service<
  SecretStore,
  {
    /**
     * Makes `sealed` the current value. The value before stays valid for `overlapMillis`; the one before that ends.
     * Leaves an audit row.
     * @param hosts undefined keeps those that the secret has; a new one has none.
     */
    readonly put: (
      caller: Caller,
      name: SecretName,
      sealed: SealedSecret,
      overlapMillis: number,
      hosts: SecretHosts | undefined
    ) => Effect.Effect<SecretRecord>
    /** Replaces the hosts of a secret, from the next send on. Its values stay. Leaves an audit row. Refuses: `SecretNotFound`. */
    readonly setHosts: (
      caller: Caller,
      name: SecretName,
      hosts: SecretHosts
    ) => Effect.Effect<SecretRecord, SecretNotFound>
    /** Removes a secret with all its values, at once. Leaves an audit row. Refuses: `SecretNotFound`. */
    readonly remove: (caller: Caller, name: SecretName) => Effect.Effect<void, SecretNotFound>
    /** Every secret of the organisation, sorted by name. */
    readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<SecretRecord>>
  }
>()("@formwork/domain/secrets/SecretStore") {}

/** Port: the named secrets of an organisation, as its people see them: without values. */
import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { SecretNotFound } from "../callers/Refusal.ts"
import { SecretName } from "./Secret.ts"
import type { SealedSecret } from "./SecretCipher.ts"

export const SecretRecord = Schema.Struct({
  name: SecretName,
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
     */
    readonly put: (
      caller: Caller,
      name: SecretName,
      sealed: SealedSecret,
      overlapMillis: number
    ) => Effect.Effect<SecretRecord>
    /** Removes a secret with all its values, at once. Leaves an audit row. Refuses: `SecretNotFound`. */
    readonly remove: (caller: Caller, name: SecretName) => Effect.Effect<void, SecretNotFound>
    /** Every secret of the organisation, sorted by name. */
    readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<SecretRecord>>
  }
>()("@formwork/domain/secrets/SecretStore") {}

/** Port: the named secrets of an organisation, as the people who set them see them: without their values. */
import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { Caller } from "../callers/Caller.ts"
import type { SecretNotFound } from "../callers/Refusal.ts"
import { SecretName } from "./Secret.ts"
import type { SealedSecret } from "./SecretCipher.ts"

export const SecretRecord = Schema.Struct({
  name: SecretName,
  setAt: Schema.DateTimeUtcFromString,
  /** Until when the value that it replaced is used beside it; null where there is none. */
  previousUntil: Schema.NullOr(Schema.DateTimeUtcFromString)
})
export type SecretRecord = typeof SecretRecord.Type

export class SecretStore extends Context.Service<
  SecretStore,
  {
    /**
     * Makes `sealed` the current value. The one that was stays good for `overlapMillis`; one that it had replaced itself ends.
     * An audit row tells of it.
     */
    readonly put: (
      caller: Caller,
      name: SecretName,
      sealed: SealedSecret,
      overlapMillis: number
    ) => Effect.Effect<SecretRecord>
    /** Ends it with all its values, at once. An audit row tells of it. Refuses: `SecretNotFound`. */
    readonly remove: (caller: Caller, name: SecretName) => Effect.Effect<void, SecretNotFound>
    /** By name. */
    readonly list: (caller: Caller) => Effect.Effect<ReadonlyArray<SecretRecord>>
  }
>()("@formwork/domain/secrets/SecretStore") {}

/** What a law chooses of a key; the rest is usual. */
import type { DateTime } from "effect"
import type { KeyLimits } from "@formwork/domain/callers/KeyLimits"
import type { Policy } from "@formwork/domain/keys/ApiKeyStore"

interface Options {
  readonly activeLimit?: number
  readonly name?: string
}

export interface NewKeyOptions extends Options {
  readonly expiresAt?: DateTime.Utc
  readonly limits?: Partial<KeyLimits>
}

export interface RotationOptions extends Options {
  readonly overlapMillis?: number
  readonly expiresAt?: DateTime.Utc | null
}

/** What a deployment allows by default, except for the limit of active keys. */
export const policyOf = ({ activeLimit = 100 }: Options): Policy => ({
  activeLimit,
  requestsPerMinute: 120
})

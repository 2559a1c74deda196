/** What a contract suite is run against: an adapter of every port, and a way to let time pass for it. */
import { Effect } from "effect"
import type { Duration, Layer } from "effect"
import type { Digest, Mac, SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import type { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import type { Quota } from "@formwork/domain/limits/Budget"
import type { RequestPorts, SenderPorts } from "@formwork/domain/Ports"
import type { SecretCipher } from "@formwork/domain/secrets/SecretCipher"

/** The ports that the laws speak of, and the hashing, ciphers and randomness that the fixtures need. */
export type Ports =
  | RequestPorts
  | SenderPorts
  | SecretCipher
  | TokenHasher
  | SecureRandom.SecureRandom
  | Digest.Digest
  | Mac.Mac

export interface Subject<E> {
  /** A fresh, empty instance whose admissions have this quota. */
  readonly layer: (quota: Quota) => Layer.Layer<Ports, E>
  /** Lets that much time pass for the adapter: the test clock in memory, real time where the adapter has a clock of its own. */
  readonly pass: (duration: Duration.Input) => Effect.Effect<void>
  /** Whether the adapter reads the test clock. One with a clock of its own (a database) is run on the real one. */
  readonly clock: "test" | "real"
}

/** A subject that reads Effect's clock, and so can be run on the test clock. */
export const virtual = <E>(layer: Subject<E>["layer"]): Subject<E> => ({
  layer,
  pass: (duration) => TestClock.adjust(duration),
  clock: "test"
})

/** A subject with a clock of its own. */
export const actual = <E>(layer: Subject<E>["layer"]): Subject<E> => ({
  layer,
  pass: (duration) => Effect.sleep(duration),
  clock: "real"
})

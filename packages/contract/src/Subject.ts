/** The subject of a contract suite: an adapter of every port, and a way to let time pass for it. */
import { Effect } from "effect"
import type { Duration, Layer } from "effect"
import type { Digest, Mac, SecureRandom } from "effect/crypto"
import { TestClock } from "effect/testing"
import type { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import type { Quota } from "@formwork/domain/limits/Budget"
import type { OperatorPorts, RequestPorts, SenderPorts } from "@formwork/domain/Ports"
import type { SecretCipher } from "@formwork/domain/secrets/SecretCipher"

/** The ports that the laws are about, and the hashing, ciphers and randomness that the fixtures need. */
export type Ports =
  | RequestPorts
  | SenderPorts
  | OperatorPorts
  | SecretCipher
  | TokenHasher
  | SecureRandom.SecureRandom
  | Digest.Digest
  | Mac.Mac

export interface Subject<E> {
  /** A fresh, empty instance whose admissions have this quota. */
  readonly layer: (quota: Quota) => Layer.Layer<Ports, E>
  /** Lets that much time pass for the adapter: the test clock in memory, real time where the adapter has its own clock. */
  readonly pass: (duration: Duration.Input) => Effect.Effect<void>
  /** Whether the adapter reads the test clock. An adapter with its own clock, such as a database, runs on real time. */
  readonly clock: "test" | "real"
}

/** A subject that reads Effect's clock, and so runs on the test clock. */
export const virtual = <E>(layer: Subject<E>["layer"]): Subject<E> => ({
  layer,
  pass: (duration) => TestClock.adjust(duration),
  clock: "test"
})

/** A subject with its own clock. */
export const actual = <E>(layer: Subject<E>["layer"]): Subject<E> => ({
  layer,
  pass: (duration) => Effect.sleep(duration),
  clock: "real"
})

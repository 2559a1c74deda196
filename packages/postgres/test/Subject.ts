/** What the suites of this package run against: every port over a database, and the randomness and digests they need. */
import { Layer, Logger, Redacted } from "effect"
import { Aead, Digest, Kdf, Mac, SecureRandom } from "effect/crypto"
import { SecretCipher } from "@formwork/domain/secrets/SecretCipher"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import type { Quota } from "@formwork/domain/limits/Budget"
import { PasswordHasher } from "@formwork/domain/credentials/PasswordHasher"
import * as Operator from "../src/database/Operator.ts"
import * as OperatorStores from "../src/OperatorStores.ts"
import type { TenantDatabase } from "../src/database/TenantDatabase.ts"
import { TalliedAtOnce } from "../src/stores/ReportStore.ts"
import * as Stores from "../src/Stores.ts"
import type { Worker } from "../src/database/Worker.ts"
import * as WorkerStores from "../src/WorkerStores.ts"

export const plenty: Quota = { limit: 100_000, windowMillis: 60_000 }

export const crypto = Layer.mergeAll(Digest.layerWebCrypto, Mac.layerWebCrypto).pipe(
  Layer.provideMerge(SecureRandom.layerWebCrypto)
)
const hasher = TokenHasher.layer([{ id: "current", key: Redacted.make(new Uint8Array(32).fill(7)) }])

/** A cheap hash: these tests look at what is stored, and not at how hard it is to guess. */
export const passwords = PasswordHasher.layer(Kdf.pbkdf2({ hash: Digest.sha256, iterations: 10 })).pipe(
  Layer.provide(Layer.merge(Kdf.layerWebCrypto, SecureRandom.layerWebCrypto))
)
const cipher = SecretCipher.layer([{ id: "current", key: Redacted.make(new Uint8Array(32).fill(9)) }]).pipe(
  Layer.provide(Aead.layerWebCrypto)
)

/** Reports keep what they counted by three submissions instead of thousands, so that every law of reports meets what is kept. */
const segments = Layer.succeed(TalliedAtOnce, 3)

/** For tests without an operator: one connection less. */
export const unoperated = Layer.succeed(Operator.Operator, Operator.none)

/** Every port over `database`, without logs. */
export const ports = <A, E>(
  database: Layer.Layer<A | TenantDatabase | Worker | Operator.Operator, E>,
  quota: Quota = plenty
) =>
  Layer.mergeAll(Stores.layer(quota), WorkerStores.layer, OperatorStores.layer).pipe(
    Layer.provideMerge(database),
    Layer.provideMerge(Layer.merge(hasher, cipher)),
    Layer.provideMerge(Layer.merge(crypto, segments)),
    Layer.provide(Logger.layer([]))
  )

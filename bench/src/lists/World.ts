/** A server over its own Postgres, with many thousand submissions. */
import { Effect, Layer, Logger, Redacted, References } from "effect"
import { Aead, Digest, Kdf, Mac, SecureRandom } from "effect/crypto"
import { SecretCipher } from "@formwork/domain/secrets/SecretCipher"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import { PasswordHasher } from "@formwork/domain/credentials/PasswordHasher"
import * as Services from "@formwork/domain/Services"
import { CountedAt } from "@formwork/domain/reports/CountingAhead"
import * as HttpServer from "@formwork/http/Server"
import * as Database from "@formwork/postgres/database/Server"
import * as Operator from "@formwork/postgres/database/Operator"
import * as OperatorStores from "@formwork/postgres/OperatorStores"
import * as Stores from "@formwork/postgres/Stores"

const crypto = Layer.mergeAll(Digest.layerWebCrypto, Mac.layerWebCrypto).pipe(
  Layer.provideMerge(SecureRandom.layerWebCrypto)
)
const hasher = TokenHasher.layer([{ id: "current", key: Redacted.make(new Uint8Array(32).fill(7)) }])
const passwords = PasswordHasher.layer(Kdf.pbkdf2({ hash: Digest.sha256, iterations: 10 })).pipe(
  Layer.provide(Kdf.layerWebCrypto)
)
const cipher = SecretCipher.layer([{ id: "current", key: Redacted.make(new Uint8Array(32).fill(9)) }]).pipe(
  Layer.provide(Aead.layerWebCrypto)
)

/** @param url a superuser's, of a database that `seed` has filled. */
export const layer = (url: Redacted.Redacted<string>) =>
  HttpServer.layer({ host: "127.0.0.1", port: 0 }).pipe(
    Layer.provideMerge(Services.layer),
    // Nothing is counted ahead: what that takes would be in the figures of the other rows.
    Layer.provide(Layer.succeed(CountedAt, Number.POSITIVE_INFINITY)),
    Layer.provide(OperatorStores.layer),
    Layer.provideMerge(Stores.layer({ limit: 1_000_000, windowMillis: 60_000 })),
    Layer.provide(Layer.succeed(Operator.Operator, Operator.none)),
    Layer.provideMerge(Layer.mergeAll(Database.layer(url), hasher, passwords, cipher)),
    Layer.provideMerge(crypto),
    Layer.provide(Layer.merge(Logger.layer([]), Layer.succeed(References.MinimumLogLevel, "None"))),
    Layer.orDie
  )

export const runPromise = <A, E>(work: Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provide(work, Logger.layer([])))

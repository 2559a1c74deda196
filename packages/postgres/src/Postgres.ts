/** Every port on Postgres, with the hashing, ciphers and randomness that the services need: for programs that embed Formwork. */
import { Effect, Layer, Redacted } from "effect"
import type { Digest, Mac, SecureRandom } from "effect/crypto"
import type { PasswordHasher } from "@formwork/domain/credentials/PasswordHasher"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import { defaultQuota } from "@formwork/domain/limits/Budget"
import type { Quota } from "@formwork/domain/limits/Budget"
import type { OperatorPorts, RequestPorts, SenderPorts } from "@formwork/domain/Ports"
import { SecretCipher } from "@formwork/domain/secrets/SecretCipher"
import * as Crypto from "./crypto/Crypto.ts"
import * as Peppers from "./crypto/Peppers.ts"
import * as SecretKeys from "./crypto/SecretKeys.ts"
import type { MigrationRefused } from "./database/MigrationRefused.ts"
import type { Operator } from "./database/Operator.ts"
import * as Server from "./database/Server.ts"
import type { Pooler } from "./database/SessionSettings.ts"
import { StartRefused } from "./database/StartRefused.ts"
import type { TenantDatabase } from "./database/TenantDatabase.ts"
import type { Worker } from "./database/Worker.ts"
import * as OperatorStores from "./OperatorStores.ts"
import * as Stores from "./Stores.ts"
import * as WorkerStores from "./WorkerStores.ts"

/** What `Services.layer` and `Dispatcher.layer` need. */
export type Ports =
  | RequestPorts
  | SenderPorts
  | OperatorPorts
  | PasswordHasher
  | SecretCipher
  | TokenHasher
  | Mac.Mac
  | Digest.Digest
  | SecureRandom.SecureRandom

/** A secret as its variable has it. Redacted, it stays out of logs. */
type Secret = string | Redacted.Redacted

export interface Means {
  /**
   * What tokens are hashed with: at least 32 characters, kept outside of the database (`openssl rand -base64 32`). To replace one,
   * put the new one before it, with a comma between them. A server with the same KEY_PEPPER takes the same tokens.
   */
  readonly pepper: Secret
  /** What secrets of effects are encrypted with, written like `pepper`; by default it is derived from that. */
  readonly secretsKey?: Secret
  /** The budget of a credential without its own: default that of the server. The database counts, for all processes. */
  readonly quota?: Quota
}

export interface Options extends Means {
  /** `postgres://user:password@host/database`: a login that is formwork_api, formwork_worker and formwork_operator, or may become each. */
  readonly url: Secret
  /** The login of the dispatcher and that of the operator, where those are not `url`. */
  readonly workerUrl?: Secret
  readonly operatorUrl?: Secret
  /** What stands before the database: default `none`. */
  readonly pooler?: Pooler
  /** Whether to bring the database up to this program first. The login then needs the right to make roles and schemas. Default false. */
  readonly migrate?: boolean
}

/** @param label the name of the option: refusals of an address say it. */
const redacted = (secret: Secret, label?: string): Redacted.Redacted =>
  typeof secret === "string" ? Redacted.make(secret, { label }) : secret

const secretsOf = (what: string, secret: Secret) => {
  const secrets = Peppers.secretsOf(redacted(secret))
  return secrets === undefined
    ? Effect.fail(new StartRefused({ reason: "weak_secret", message: `The ${what} must have at least 32 characters.` }))
    : Effect.succeed(secrets)
}

const hasher = ({ pepper }: Means) =>
  Layer.unwrap(
    Effect.map(
      Effect.flatMap(secretsOf("pepper", pepper), (secrets) => Effect.forEach(secrets, Peppers.make)),
      TokenHasher.layer
    )
  )

const cipher = ({ pepper, secretsKey = pepper }: Means) =>
  Layer.unwrap(
    Effect.map(
      Effect.flatMap(secretsOf("key of secrets", secretsKey), (secrets) => Effect.forEach(secrets, SecretKeys.derive)),
      SecretCipher.layer
    )
  ).pipe(Layer.provide(Crypto.aead))

/**
 * Every port over a database that is there: `Postgres.layerOver(Embedded.layerMemory, { pepper })` is a real Postgres inside a test.
 * Refuses as `database` does, and with `weak_secret`.
 */
export const layerOver = <E>(
  database: Layer.Layer<TenantDatabase | Worker | Operator, E>,
  means: Means
): Layer.Layer<Ports, E | StartRefused> =>
  Layer.mergeAll(Stores.layer(means.quota ?? defaultQuota), WorkerStores.layer, OperatorStores.layer).pipe(
    Layer.provide(database),
    Layer.provideMerge(Layer.mergeAll(hasher(means), cipher(means), Crypto.passwords)),
    Layer.provideMerge(Crypto.layer)
  )

/**
 * Every port on the server at `url`, as short as `Memory.layer()`. It opens at most 17 connections.
 * Refuses with `weak_secret` and as `Server.layer` does, such as `unreachable` and `not_migrated`; where it migrates, with
 * `MigrationRefused`. Each message is a sentence for the operator.
 *
 * ```ts
 * const formwork = Services.layer.pipe(Layer.provideMerge(Postgres.layer({ url, pepper, migrate: true })))
 * ```
 */
export const layer = ({
  migrate = false,
  operatorUrl,
  pooler = "none",
  url,
  workerUrl,
  ...means
}: Options): Layer.Layer<Ports, StartRefused | MigrationRefused> => {
  const own = redacted(url, "url")
  const database = Layer.mergeAll(
    Server.layer(own, pooler),
    Server.layerWorker(workerUrl === undefined ? own : redacted(workerUrl, "workerUrl"), pooler),
    Server.layerOperator(operatorUrl === undefined ? own : redacted(operatorUrl, "operatorUrl"), pooler)
  )
  const ports = layerOver(database, means)
  return migrate ? ports.pipe(Layer.provide(Layer.effectDiscard(Server.migrate(own)))) : ports
}

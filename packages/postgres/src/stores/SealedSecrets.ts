/** Secrets on Postgres, for sending: sealed, as formwork_worker reads them. */
import { Effect, Layer, Schema } from "effect"
import { SecretHosts } from "@formwork/domain/secrets/Secret"
import { SealedSecret } from "@formwork/domain/secrets/SecretCipher"
import { SealedSecrets } from "@formwork/domain/secrets/SecretVault"
import { rows } from "../database/TenantDatabase.ts"
import { Worker } from "../database/Worker.ts"

const sealed = rows(Schema.Struct({ ...SealedSecret.fields, hosts: SecretHosts }))

export const layer: Layer.Layer<SealedSecrets, never, Worker> = Layer.effect(
  SealedSecrets,
  Effect.map(Worker, (worker) =>
    SealedSecrets.of({
      find: Effect.fn("SealedSecrets.find")((organisationId, name) =>
        worker
          .within(
            organisationId,
            (sql, organisation) =>
              sql`
                select cipher_key_id as "keyId", nonce, ciphertext, hosts
                  from formwork.secrets
                 where organisation_id = ${organisation} and name = ${name}
                   and (ends_at is null or ends_at > clock_timestamp())
                 order by ends_at desc nulls first`
          )
          .pipe(
            sealed,
            Effect.orDie,
            Effect.map((found) => found.map(({ hosts, ...value }) => ({ sealed: value, hosts })))
          )
      )
    })
  )
)

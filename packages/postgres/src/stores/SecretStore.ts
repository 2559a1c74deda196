/** Secrets on Postgres, for people who set them: formwork_api may not read a ciphertext. */
import { Effect, Layer, Schema } from "effect"
import type { SecretHosts, SecretName } from "@formwork/domain/secrets/Secret"
import { SecretRecord, SecretStore } from "@formwork/domain/secrets/SecretStore"
import type { Caller } from "@formwork/domain/callers/Caller"
import { SecretNotFound } from "@formwork/domain/callers/Refusal"
import * as AuditWriter from "./auditWriter.ts"
import { rows, TenantDatabase } from "../database/TenantDatabase.ts"
import type { Database, Sql } from "../database/TenantDatabase.ts"

const records = rows(
  Schema.Struct({
    ...SecretRecord.fields,
    setAt: Schema.DateTimeUtcFromDate,
    previousUntil: Schema.NullOr(Schema.DateTimeUtcFromDate)
  })
)
const found = rows(Schema.Struct({ secret_id: Schema.String }))

const listed = (sql: Sql, organisation: string, name: SecretName | null) =>
  sql`
    select c.name, c.hosts, c.set_at as "setAt",
           (select max(p.ends_at) from formwork.secrets p
             where p.organisation_id = ${organisation} and p.name = c.name and p.ends_at > clock_timestamp()) as "previousUntil"
      from formwork.secrets c
     where c.organisation_id = ${organisation} and c.ends_at is null and (${name}::text is null or c.name = ${name}::text)
     order by c.name collate "C"`.pipe(records)

/** Makes two requests that set the same secret take turns. */
const lock = (sql: Sql, organisation: string, name: SecretName) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${organisation} || ${name}, 0))::text`

const put = (database: Database): SecretStore["Service"]["put"] =>
  Effect.fn("SecretStore.put")((caller, name, sealed, overlapMillis, hosts) =>
    database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          yield* lock(sql, organisation, name)
          const [before] = yield* listed(sql, organisation, name)
          yield* sql`
            delete from formwork.secrets
             where organisation_id = ${organisation} and name = ${name} and (ends_at is not null or ${overlapMillis}::bigint = 0)`
          yield* sql`
            update formwork.secrets set ends_at = statement_timestamp() + ${overlapMillis}::bigint * interval '1 millisecond'
             where organisation_id = ${organisation} and name = ${name}`
          yield* sql`
            insert into formwork.secrets (organisation_id, name, hosts, cipher_key_id, nonce, ciphertext)
            values (${organisation}, ${name}, ${hosts ?? before?.hosts ?? []}, ${sealed.keyId}, ${sealed.nonce}, ${sealed.ciphertext})`
          yield* AuditWriter.record(sql, organisation, caller, "secret.set", organisation, name)
          const [record] = yield* listed(sql, organisation, name)
          return record ?? (yield* Effect.die(new Error("a secret that was set is gone")))
        })
      )
      .pipe(Effect.orDie)
  )

const setHosts = (database: Database) =>
  Effect.fn("SecretStore.setHosts")(function* (caller: Caller, name: SecretName, hosts: SecretHosts) {
    const changed = yield* database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          yield* lock(sql, organisation, name)
          yield* sql`
            update formwork.secrets set hosts = ${hosts}
             where organisation_id = ${organisation} and name = ${name} and ends_at is null`
          const [record] = yield* listed(sql, organisation, name)
          if (record !== undefined) {
            const detail = `${name}: ${hosts.join(", ")}`
            yield* AuditWriter.record(sql, organisation, caller, "secret.hosts_changed", organisation, detail)
          }
          return record
        })
      )
      .pipe(Effect.orDie)
    return changed ?? (yield* new SecretNotFound())
  })

const remove = (database: Database) =>
  Effect.fn("SecretStore.remove")(function* (caller: Caller, name: SecretName) {
    const removed = yield* database
      .transaction(
        caller,
        Effect.fnUntraced(function* (sql, organisation) {
          yield* lock(sql, organisation, name)
          const gone = yield* sql`
            delete from formwork.secrets where organisation_id = ${organisation} and name = ${name} returning secret_id`.pipe(
            found
          )
          if (gone.length > 0)
            yield* AuditWriter.record(sql, organisation, caller, "secret.removed", organisation, name)
          return gone.length
        })
      )
      .pipe(Effect.orDie)
    if (removed === 0) return yield* new SecretNotFound()
  })

const list = (database: Database): SecretStore["Service"]["list"] =>
  Effect.fn("SecretStore.list")((caller) =>
    database.transaction(caller, (sql, organisation) => listed(sql, organisation, null)).pipe(Effect.orDie)
  )

export const layer: Layer.Layer<SecretStore, never, TenantDatabase> = Layer.effect(
  SecretStore,
  Effect.map(TenantDatabase, (database) =>
    SecretStore.of({
      put: put(database),
      setHosts: setHosts(database),
      remove: remove(database),
      list: list(database)
    })
  )
)

/** Looks credentials up, for an `Admissions` that counts requests elsewhere, and ends those that leaked. */
import { Duration, Effect, Layer, Schema } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { ApiKeyId } from "@formwork/domain/keys/ApiKey"
import { CredentialStore } from "@formwork/domain/credentials/CredentialStore"
import type { Token } from "@formwork/domain/credentials/Token"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import { end } from "./ApiKeyStore.ts"
import * as AuditWriter from "./auditWriter.ts"
import * as Authentication from "./authentication.ts"
import { close } from "./SessionStore.ts"
import { row, TenantDatabase, whole } from "../database/TenantDatabase.ts"

const provenRow = row(Schema.Struct({ proven: Schema.Boolean }))
const confirmedRow = row(Schema.Struct({ confirmed: Schema.Boolean }))

export const layer: Layer.Layer<CredentialStore, never, TenantDatabase | TokenHasher> = Layer.effect(
  CredentialStore,
  Effect.gen(function* () {
    const database = yield* TenantDatabase
    const hasher = yield* TokenHasher
    const prove = yield* Authentication.make(null)

    const endLeaked = Effect.fn("CredentialStore.endLeaked")(function* ({ credentialId, kind, ...token }: Token) {
      const candidates = yield* hasher.candidates({ credentialId, kind, ...token })
      yield* database
        .transaction(
          whole(token.organisationId),
          Effect.fnUntraced(function* (sql, organisation) {
            const found = yield* sql`
              select formwork_auth.proves(${organisation}, ${kind}, ${credentialId}, ${candidates.map(({ pepperId }) => pepperId)},
                ${candidates.map(({ hash }) => hash)}) as proven`.pipe(provenRow)
            if (found?.proven !== true) return
            const ended =
              kind === "api_key"
                ? yield* end(sql, organisation, ApiKeyId.make(credentialId), null, "reported")
                : yield* close(sql, organisation, credentialId)
            // The invitations of a key end with it by themselves.
            yield* sql`
              update formwork.invitations set ended_at = statement_timestamp()
               where organisation_id = ${organisation} and invited_by_credential = ${credentialId} and ended_at is null`
            const action = kind === "api_key" ? "api_key.revoked" : "session.ended"
            if (ended)
              yield* AuditWriter.record(sql, organisation, AuditWriter.unknownActor, action, credentialId, "reported")
          })
        )
        .pipe(Effect.orDie)
    })

    const isConfirmed = Effect.fn("CredentialStore.isConfirmed")(function* (
      { credential, organisationId }: Caller,
      within: Duration.Duration
    ) {
      if (credential.kind !== "session") return false
      const found = yield* database
        .transaction(
          whole(organisationId),
          (sql, organisation) => sql`
            select exists (
              select from formwork.sessions
               where organisation_id = ${organisation} and session_id = ${credential.id}
                 and ended_at is null and expires_at > clock_timestamp()
                 and greatest(created_at, confirmed_at)
                     > clock_timestamp() - make_interval(secs => ${Duration.toSeconds(within)})) as confirmed`
        )
        .pipe(confirmedRow, Effect.orDie)
      return found?.confirmed === true
    })

    return CredentialStore.of({
      authenticate: (token) => Effect.map(prove(token), ({ caller }) => caller),
      endLeaked,
      isConfirmed
    })
  })
)

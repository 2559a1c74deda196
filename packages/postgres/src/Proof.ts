/** The one statement that proves a token, and counts the request where a quota is given. */
import { Effect, Schema } from "effect"
import type { Scope } from "effect"
import type { Caller } from "@formwork/domain/grants/Caller"
import { Privilege } from "@formwork/domain/grants/Privilege"
import type { Token } from "@formwork/domain/keys/Token"
import { TokenHasher } from "@formwork/domain/keys/TokenHasher"
import type { Quota } from "@formwork/domain/limits/Budget"
import { UserId } from "@formwork/domain/organisations/Organisation"
import { Unauthenticated } from "@formwork/domain/Refusal"
import { row, Tenant } from "./Tenant.ts"

const ofCaller = { userId: UserId, privileges: Schema.Array(Privilege), revision: Schema.Int, useDue: Schema.Boolean }

const Answer = Schema.Union([
  Schema.Struct({ status: Schema.Literal("unauthenticated") }),
  Schema.Struct({
    status: Schema.Literals(["ok", "limited"]),
    ...ofCaller,
    /** Both null where nothing was counted. */
    used: Schema.NullOr(Schema.Int),
    remainingMillis: Schema.NullOr(Schema.Finite)
  })
])

/** What is known of a token that was proven. */
export interface Proven {
  readonly caller: Caller
  readonly limited: boolean
  readonly used: number
  readonly remainingMillis: number
}

/** Makes the statement. It notes the use of a key once a minute, in the background of the given scope. */
export const make = Effect.fnUntraced(function* (
  quota: Quota | null
): Effect.fn.Return<
  (token: Token) => Effect.Effect<Proven, Unauthenticated>,
  never,
  Tenant | TokenHasher | Scope.Scope
> {
  const tenant = yield* Tenant
  const hasher = yield* TokenHasher
  const scope = yield* Effect.scope
  const answer = row(Answer)
  const noting = new Set<string>()

  const noteUse = (token: Token) => {
    if (noting.has(token.credentialId)) return Effect.void
    noting.add(token.credentialId)
    return tenant
      .call(
        "write",
        token.organisationId,
        (sql, organisation) => sql`select * from formwork_auth.touch(${organisation}, ${token.credentialId})`
      )
      .pipe(
        Effect.catchCause((cause) => Effect.logWarning("could not note that a key was used", cause)),
        Effect.ensuring(Effect.sync(() => noting.delete(token.credentialId))),
        Effect.forkIn(scope),
        Effect.asVoid
      )
  }

  return Effect.fnUntraced(function* (token: Token) {
    const candidates = yield* hasher.candidates(token)
    const found = yield* tenant
      .call(
        "read",
        token.organisationId,
        (sql, organisation) =>
          sql`
            select status, user_id as "userId", privileges, revision, used, remaining_millis as "remainingMillis", use_due as "useDue"
              from formwork_auth.admit(${organisation}, ${token.credentialId}, ${candidates.map(({ pepperId }) => pepperId)},
                ${candidates.map(({ hash }) => hash)}, ${quota?.limit ?? null}, ${quota?.windowMillis ?? null})`
      )
      .pipe(answer, Effect.orDie)
    if (found === undefined || found.status === "unauthenticated") return yield* new Unauthenticated()
    if (found.useDue) yield* noteUse(token)
    const { privileges, remainingMillis, revision, status, used, userId } = found
    const { credentialId, organisationId } = token
    return {
      caller: { organisationId, userId, credential: { kind: "api_key", id: credentialId }, privileges, revision },
      limited: status === "limited",
      used: used ?? 0,
      remainingMillis: remainingMillis ?? 0
    }
  })
})

/** Authenticates a batch of tokens in one statement, and counts their requests if there is a quota. */
import { Effect, Scope } from "effect"
import type { Context } from "effect"
import { isIP } from "node:net"
import { CurrentRequest } from "@formwork/domain/audit/CurrentRequest"
import type { RequestTrace } from "@formwork/domain/audit/RequestTrace"
import type { Caller } from "@formwork/domain/callers/Caller"
import type { Token } from "@formwork/domain/credentials/Token"
import { TokenHasher } from "@formwork/domain/credentials/TokenHasher"
import type { TokenHash } from "@formwork/domain/credentials/TokenHasher"
import type { Quota } from "@formwork/domain/limits/Budget"
import { Unauthenticated } from "@formwork/domain/callers/Refusal"
import { AdmissionRow, isPlain } from "./AdmissionRow.ts"
import * as Batcher from "./Batcher.ts"
import { privilegesOf } from "./effectivePrivileges.ts"
import { unavailable } from "../database/SqlFailure.ts"
import { type Common, type Database, rowsAs, TenantDatabase, whole } from "../database/TenantDatabase.ts"

/** The caller of an authenticated token, and its budget. */
export interface Authenticated {
  readonly caller: Caller
  readonly limited: boolean
  readonly used: number
  readonly remainingMillis: number
}

interface Attempt {
  readonly token: Token
  readonly hashes: ReadonlyArray<TokenHash>
  /** The client's, an IP address; empty if unknown. */
  readonly address: string
  readonly trace: RequestTrace | undefined
}

const answers = rowsAs(AdmissionRow, isPlain)

/** Makes the function that answers attempts in one statement, in their order. */
const asking =
  (database: Common, quota: Quota | null, how: "together" | "waiting") => (attempts: ReadonlyArray<Attempt>) => {
    const kinds = attempts.map(({ token }) => token.kind)
    const organisations = attempts.map(({ token }) => token.organisationId)
    const credentials = attempts.map(({ token }) => token.credentialId)
    const pepperIds = attempts[0]?.hashes.map(({ pepperId }) => pepperId) ?? []
    const addresses = attempts.map(({ address }) => address)
    const hashes = attempts.flatMap((attempt) => attempt.hashes.map(({ hash }) => hash))
    const [limit, windowMillis] = [quota?.limit ?? null, quota?.windowMillis ?? null]
    const asked =
      how === "together"
        ? database.commonUntimed(
            (sql) => sql`
            select place, status, reason, user_id as "userId", privileges, role, limits, revision, used,
                   remaining_millis as "remainingMillis", use_due as "useDue"
              from formwork_auth.admit(${kinds}, ${organisations}::uuid[], ${credentials}::uuid[], ${pepperIds}, ${hashes},
                ${limit}, ${windowMillis}, ${addresses})`
          )
        : database.common(
            "write",
            (sql) => sql`
            select place, status, reason, user_id as "userId", privileges, role, limits, revision, used,
                   remaining_millis as "remainingMillis", use_due as "useDue"
              from formwork_auth.admit_waiting(${kinds}, ${organisations}::uuid[], ${credentials}::uuid[], ${pepperIds}, ${hashes},
                ${limit}, ${windowMillis}, ${addresses})`
          )
    // A statement that requests share is a span of the first of them that is in a trace.
    const trace = attempts.find((attempt) => attempt.trace !== undefined)?.trace
    return (
      trace === undefined ? asked : Effect.updateContext(asked, (given: Context.Context<never>) => trace.within(given))
    ).pipe(
      answers,
      Effect.orDie,
      Effect.map((found) => {
        const placed: Array<AdmissionRow | undefined> = attempts.map(() => undefined)
        for (const answer of found) placed[answer.place - 1] = answer
        return placed
      })
    )
  }

/** The ways to ask one node. */
const provingOn = Effect.fnUntraced(function* (database: Common, quota: Quota | null) {
  // Never waits for a row, so it may share a statement and a connection with requests of others.
  const prove = yield* Batcher.make({
    ask: asking(database, quota, "together"),
    gathers: true,
    rowOf: ({ token }: Attempt) => token.credentialId
  })
  // Waits for the row of one credential, on a connection of its own.
  const proveWaiting = yield* Batcher.make({
    ask: asking(database, quota, "waiting"),
    groupOf: ({ token }: Attempt) => token.credentialId
  })
  return { prove, proveWaiting }
})

type Proving = Effect.Success<ReturnType<typeof provingOn>>

/** Makes the function that authenticates one token. It notes the use of a credential once a minute, in the background of the scope. */
export const make = Effect.fnUntraced(function* (
  quota: Quota | null
): Effect.fn.Return<
  (token: Token) => Effect.Effect<Authenticated, Unauthenticated>,
  never,
  TenantDatabase | TokenHasher | Scope.Scope
> {
  const database = yield* TenantDatabase
  const hasher = yield* TokenHasher
  const scope = yield* Effect.scope
  const noteUse = noter(database, scope)

  /** A statement is for organisations of one node: where a node does not answer, the requests of other nodes go on. */
  const opened = new Map<string, Proving>()
  const proving = (node: string) => {
    const before = opened.get(node)
    if (before !== undefined) return Effect.succeed(before)
    return Effect.map(Scope.provide(provingOn(database.on(node), quota), scope), (made) => {
      const first = opened.get(node) ?? made
      opened.set(node, first)
      return first
    })
  }

  const pepper = doubting()
  const outcome = (token: Token, found: AdmissionRow | undefined): Effect.Effect<Authenticated, Unauthenticated> => {
    const { credentialId: id, kind, organisationId } = token
    if (found === undefined) return Effect.die(new Error("an admission was not answered"))
    if (found.status === "unauthenticated") {
      const { reason, userId } = found
      const refusal = new Unauthenticated(
        reason === null || userId === null ? {} : { known: { kind, id, userId, reason } }
      )
      return reason === "wrong_secret" ? Effect.andThen(pepper.doubt, Effect.fail(refusal)) : Effect.fail(refusal)
    }
    if (found.status === "busy") return unavailable("another transaction holds the count of this credential")
    pepper.trust()
    const { limits, remainingMillis, revision: liveFormsRevision, status, used, userId } = found
    const authenticated = Effect.succeed({
      caller: {
        organisationId,
        userId,
        credential: { kind, id },
        privileges: privilegesOf(found),
        limits,
        liveFormsRevision
      },
      limited: status === "limited",
      used: used ?? 0,
      remainingMillis: remainingMillis ?? 0
    })
    return found.useDue ? Effect.andThen(noteUse(token), authenticated) : authenticated
  }

  // No generators: every request passes here.
  const ask = ({ prove, proveWaiting }: Proving, attempt: Attempt) =>
    Effect.flatMap(prove(attempt), (first) =>
      first?.status === "busy"
        ? Effect.flatMap(proveWaiting(attempt), (found) => outcome(attempt.token, found))
        : outcome(attempt.token, first)
    )
  return (token) =>
    Effect.flatMap(CurrentRequest, ({ address, trace }) =>
      Effect.flatMap(hasher.candidates(token), (hashes) => {
        // Anything else would fail the whole batch.
        const isKnown = address !== undefined && isIP(address) !== 0 && !address.includes("%")
        const attempt = { token, trace, address: isKnown ? address : "", hashes }
        return Effect.flatMapEager(proving(database.nodeOf(token.organisationId)), (ways) => ask(ways, attempt))
      })
    )
})

/**
 * With a pepper that is not the database's every credential is refused, and each answer says no more than that. A whole token of a
 * credential that exists, with another secret, is hardly anything else before one has been accepted: it is logged, once.
 */
const doubting = () => {
  let isSettled = false
  const doubt = Effect.suspend(() => {
    if (isSettled) return Effect.void
    isSettled = true
    return Effect.logWarning(
      "a credential that exists was refused for its secret, and none has been accepted since the start: if all are refused, " +
        "the pepper (KEY_PEPPER) is not the one under which they were made"
    )
  })
  return { doubt, trust: (): void => void (isSettled = true) }
}

/** Notes in the background of `scope` that a credential was used. */
const noter = (database: Database, scope: Scope.Scope) => {
  const noting = new Set<string>()

  return (token: Token) => {
    if (noting.has(token.credentialId)) return Effect.void
    noting.add(token.credentialId)
    return database
      .call("write", whole(token.organisationId), (sql, organisation) =>
        token.kind === "session"
          ? sql`select * from formwork_auth.touch_session(${organisation}, ${token.credentialId})`
          : sql`select * from formwork_auth.touch(${organisation}, ${token.credentialId})`
      )
      .pipe(
        Effect.catchCause((cause) => Effect.logWarning("could not note that a credential was used", cause)),
        Effect.ensuring(Effect.sync(() => noting.delete(token.credentialId))),
        Effect.forkIn(scope),
        Effect.asVoid
      )
  }
}

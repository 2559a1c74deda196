/** Reading the audit log: page by page for people, and as one stream for an export. */
import { Context, Effect, Layer, Option, Stream } from "effect"
import * as Caller from "../callers/Caller.ts"
import type { PrivilegeMissing } from "../callers/Refusal.ts"
import type { AuditEventId, AuditLine } from "./AuditEvent.ts"
import { AuditStore } from "./AuditStore.ts"
import type { AuditFilter, AuditPage } from "./AuditStore.ts"

/** Lines that one request examines at most, where few pass the filter. */
export const maxExamined = 10_000

/** Lines of an export in memory at once. */
const exportPage = 1_000

export class AuditLog extends Context.Service<
  AuditLog,
  {
    /**
     * A page, newest first. It may have fewer items than asked for, or none, and still a next page: see `AuditStore.list`.
     * Refuses: `PrivilegeMissing` (`audit:read`).
     */
    readonly list: (
      caller: Caller.Caller,
      filter: AuditFilter,
      page: { readonly limit: number; readonly before?: AuditEventId }
    ) => Effect.Effect<AuditPage, PrivilegeMissing>
    /**
     * Every line that passes, newest first, a thousand at a time, read as fast as the consumer takes them. The first thousand
     * are read at once; lines written after that are left out. Refuses, before the first line: `PrivilegeMissing` (`audit:read`).
     */
    readonly stream: (
      caller: Caller.Caller,
      filter: AuditFilter
    ) => Effect.Effect<Stream.Stream<AuditLine>, PrivilegeMissing>
  }
>()("@formwork/domain/audit/AuditLog") {
  static readonly layer = Layer.effect(
    AuditLog,
    Effect.gen(function* () {
      const store = yield* AuditStore

      const list = Effect.fn("AuditLog.list")(function* (
        caller: Caller.Caller,
        filter: AuditFilter,
        page: { readonly limit: number; readonly before?: AuditEventId }
      ) {
        yield* Caller.require(caller, "audit:read")
        return yield* store.list(caller, filter, { ...page, examine: maxExamined })
      })

      const stream = Effect.fn("AuditLog.stream")(function* (caller: Caller.Caller, filter: AuditFilter) {
        yield* Caller.require(caller, "audit:read")
        const read = (before?: AuditEventId) =>
          store.list(caller, filter, {
            limit: exportPage,
            examine: maxExamined,
            ...(before === undefined ? {} : { before })
          })
        const first = yield* read()
        return Stream.paginate(
          Effect.succeed(first),
          Effect.fnUntraced(function* (page) {
            const { items, next } = yield* page
            return [items, Option.map(Option.fromUndefinedOr(next), read)] as const
          })
        )
      })
      return AuditLog.of({ list, stream })
    })
  )
}

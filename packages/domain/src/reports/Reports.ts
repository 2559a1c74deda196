/** Reports over the submissions of a form. */
import { Context, Effect, Layer } from "effect"
import { internalFieldsOf, publicFields } from "@formwork/rules/Internal"
import { seesForms } from "../forms/concealing.ts"
import type { FormId } from "../forms/Form.ts"
import { findPublished } from "../forms/findPublished.ts"
import { inSlices } from "../limits/inSlices.ts"
import { FormCompiler } from "../forms/FormCompiler.ts"
import { FormStore } from "../forms/FormStore.ts"
import * as Caller from "../callers/Caller.ts"
import * as KeyLimits from "../callers/KeyLimits.ts"
import type { ApiKeyId } from "../keys/ApiKey.ts"
import { ApiKeyStore } from "../keys/ApiKeyStore.ts"
import type { ApiKeyNotFound, FormNotFound, PrivilegeMissing, RequestInvalid } from "../callers/Refusal.ts"
import * as Turns from "../limits/Turns.ts"
import { decode } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import { overviewOf } from "./Overview.ts"
import type { FormOverview } from "./Overview.ts"
import { ReportStore } from "./ReportStore.ts"
import type { Overviewed } from "./ReportStore.ts"
import { reportOf, talliedFields } from "./SubmissionReport.ts"
import type { SubmissionReport } from "./SubmissionReport.ts"
import type { UsageDay, UsageWanted } from "../usage/Usage.ts"
import { UsageStore } from "../usage/UsageStore.ts"

/** Civil dates in the form's time zone, both included; undefined: without a bound. */
export interface Period {
  readonly from: string | undefined
  readonly to: string | undefined
}

/**
 * Reports that one process makes at once, of different organisations; the others wait. Each keeps a connection of the database busy
 * for as long as it takes.
 */
const atOnce = 2
/** Dead effects of an organisation that an overview counts. */
const mostEffects = 10_000
/** Reports of one organisation that may wait for their turn. */
const mostWaiting = 8

export class Reports extends Context.Service<
  Reports,
  {
    /**
     * The submissions of a form in a period: counts by state and by day, outcomes, and the values of the fields of its live version,
     * without `form:read` not of internal ones.
     * An adapter may keep what was counted, by a report or while it was filed (`CountingAhead`): a million submissions then take about
     * a second, and those that were never counted up to a minute or two.
     * Refuses, in this order: `PrivilegeMissing` (`report:read`), `FormNotFound`, also for one never published.
     */
    readonly submissions: (
      caller: Caller.Caller,
      formId: FormId,
      period: Period
    ) => Effect.Effect<SubmissionReport, PrivilegeMissing | FormNotFound>
    /**
     * A page of forms, newest first, with what happened with each in a period: calls, submissions by state, dead effects. A million
     * submissions in the period take about half a second.
     * Refuses: `PrivilegeMissing` (`report:read`).
     */
    readonly overview: (
      caller: Caller.Caller,
      about: Omit<Overviewed, "mostEffects">
    ) => Effect.Effect<
      { readonly forms: ReadonlyArray<FormOverview>; readonly hasMoreEffects: boolean },
      PrivilegeMissing
    >
    /**
     * Calls of the versioned operations by credential and day, of all forms or of one; those of the last seconds may be missing. A caller
     * that is limited to some forms sees the calls of others where it asks for one of these, and else its own.
     * Refuses, in this order: `PrivilegeMissing` (`report:read`), `FormNotFound`.
     */
    readonly usage: (
      caller: Caller.Caller,
      wanted: UsageWanted
    ) => Effect.Effect<ReadonlyArray<UsageDay>, PrivilegeMissing | FormNotFound>
    /** The same of one key, revoked or not. Refuses, in this order: `PrivilegeMissing` (`apikey:read`), `ApiKeyNotFound`, `RequestInvalid`. */
    readonly usageOfKey: (
      caller: Caller.Caller,
      id: ApiKeyId,
      days: Decoded<{ readonly from: string; readonly to: string }>
    ) => Effect.Effect<ReadonlyArray<UsageDay>, PrivilegeMissing | ApiKeyNotFound | RequestInvalid>
  }
>()("@formwork/domain/reports/Reports") {
  static readonly layer = Layer.effect(
    Reports,
    Effect.gen(function* () {
      const forms = yield* FormStore
      const compiler = yield* FormCompiler
      const store = yield* ReportStore
      const turns = yield* Turns.make({ atOnce, mostWaiting, what: "a report" })
      const submissions = Effect.fn("Reports.submissions")(function* (
        caller: Caller.Caller,
        formId: FormId,
        { from, to }: Period
      ) {
        yield* Caller.require(caller, "report:read")
        const form = yield* findPublished(forms, compiler, caller, formId).pipe(
          Effect.catchTag("FormVersionNotFound", Effect.die)
        )
        const { fields, timeZone } = form.definition
        const shown = seesForms(caller) ? fields : publicFields(fields, internalFieldsOf(fields))
        const about = { formId, timeZone, from, to, fields: talliedFields(fields) }
        const tallies = yield* turns.take(caller.organisationId)(store.tally(caller, about))
        const head = { formId, timeZone, from: from ?? null, to: to ?? null }
        return yield* inSlices(reportOf(head, shown, tallies))
      })
      const overview = Effect.fn("Reports.overview")(function* (
        caller: Caller.Caller,
        about: Omit<Overviewed, "mostEffects">
      ) {
        yield* Caller.require(caller, "report:read")
        const counted = store.overview(caller, { ...about, mostEffects })
        const { forms, hasMoreEffects } = yield* turns.take(caller.organisationId)(counted)
        return { forms: forms.map(overviewOf), hasMoreEffects }
      })
      const calls = yield* UsageStore
      const usage = Effect.fn("Reports.usage")(function* (caller: Caller.Caller, wanted: UsageWanted) {
        yield* Caller.require(caller, "report:read")
        if (wanted.formId !== undefined) {
          yield* forms.record(caller, wanted.formId)
          return yield* calls.list(caller, wanted)
        }
        const all = yield* calls.list(caller, wanted)
        // Those of other credentials may be of forms outside the key's limits.
        return KeyLimits.reach(caller.limits) === undefined
          ? all
          : all.filter(({ credential }) => credential.id === caller.credential.id)
      })
      const keys = yield* ApiKeyStore
      const usageOfKey = Effect.fn("Reports.usageOfKey")(function* (
        caller: Caller.Caller,
        id: ApiKeyId,
        days: Decoded<{ readonly from: string; readonly to: string }>
      ) {
        yield* Caller.require(caller, "apikey:read")
        yield* keys.get(caller, id)
        return (yield* calls.list(caller, yield* decode(days))).filter(({ credential }) => credential.id === id)
      })
      return Reports.of({ submissions, overview, usage, usageOfKey })
    })
  ).pipe(Layer.provide(FormCompiler.layer))
}

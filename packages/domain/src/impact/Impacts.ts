/** Impact runs: what publishing a draft would change, found by evaluating stored submissions in the background. */
import { Context, Effect, Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import type { FormId } from "../forms/Form.ts"
import { concealedFaults } from "../forms/concealing.ts"
import { FormCompiler } from "../forms/FormCompiler.ts"
import { FormStore } from "../forms/FormStore.ts"
import { LiveForms } from "../forms/LiveForms.ts"
import * as Caller from "../callers/Caller.ts"
import { DefinitionInvalid, FormNotFound } from "../callers/Refusal.ts"
import type { ImpactRunning, ImpactRunNotFound, PrivilegeMissing, RequestInvalid } from "../callers/Refusal.ts"
import { decode } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import { ImpactRunId } from "./Impact.ts"
import type { ImpactRun } from "./Impact.ts"
import { ImpactStore } from "./ImpactStore.ts"
import type { Progress } from "./ImpactStore.ts"
import { ImpactPace, runImpact } from "./runImpact.ts"

export interface Impact {
  readonly run: ImpactRun
  readonly changes: Progress["changes"]
}

export class Impacts extends Context.Service<
  Impacts,
  {
    /**
     * Begins to run the latest `limit` submissions of `formId` through its draft, and through the version that each was stored with.
     * For both, `today` is the day on which the submission was first stored, in the time zone of its version. The run goes on after
     * this has answered, until it is done or the process ends.
     * Refuses, in this order: `PrivilegeMissing` (`form:write`), `FormNotFound`, also for one never published,
     * `PrivilegeMissing` (`submission:read`), `RequestInvalid`, `DefinitionInvalid` with every fault of the draft, `ImpactRunning`.
     */
    readonly start: (
      caller: Caller.Caller,
      formId: FormId,
      limit: Decoded<number>
    ) => Effect.Effect<ImpactRun, PrivilegeMissing | FormNotFound | RequestInvalid | DefinitionInvalid | ImpactRunning>
    /**
     * A run and a page of its changes after the position `after`. A run can be read for 24 hours.
     * Refuses, in this order: `PrivilegeMissing` (`form:read`), `ImpactRunNotFound`, `PrivilegeMissing` (`submission:read`),
     * `RequestInvalid`.
     */
    readonly get: (
      caller: Caller.Caller,
      formId: FormId,
      id: ImpactRunId,
      page: Decoded<{ readonly limit: number; readonly after: number }>
    ) => Effect.Effect<Impact, PrivilegeMissing | ImpactRunNotFound | RequestInvalid>
  }
>()("@formwork/domain/impact/Impacts") {
  static readonly layer = Layer.effect(
    Impacts,
    Effect.gen(function* () {
      const random = yield* SecureRandom.SecureRandom
      const forms = yield* FormStore
      const live = yield* LiveForms
      const store = yield* ImpactStore
      const compiler = yield* FormCompiler
      const pace = yield* ImpactPace
      const scope = yield* Effect.scope
      const work = runImpact(store, live, pace)

      const startable = Effect.fnUntraced(function* (caller: Caller.Caller, formId: FormId) {
        yield* Caller.require(caller, "form:write")
        const form = yield* forms.get(caller, formId)
        if (form.liveVersionId === null) return yield* new FormNotFound()
        yield* Caller.require(caller, "submission:read")
        return form
      })

      const start = Effect.fn("Impacts.start")(function* (
        caller: Caller.Caller,
        formId: FormId,
        latest: Decoded<number>
      ) {
        const form = yield* startable(caller, formId)
        const limit = yield* decode(latest)
        const after = yield* Effect.mapError(
          compiler.compileDraft(caller, form.draft),
          ({ faults }) => new DefinitionInvalid({ faults: concealedFaults(caller, faults) })
        )
        const { keepMillis, leaseMillis } = pace
        const id = ImpactRunId.make(yield* random.uuidV7())
        const run = yield* store.begin(caller, { id, formId, limit, leaseMillis, keepMillis })
        yield* Effect.forkIn(work(caller, run, after), scope)
        return run
      })

      const get = Effect.fn("Impacts.get")(function* (
        caller: Caller.Caller,
        formId: FormId,
        id: ImpactRunId,
        page: Decoded<{ readonly limit: number; readonly after: number }>
      ) {
        yield* Caller.require(caller, "form:read")
        const run = yield* store.get(caller, formId, id)
        yield* Caller.require(caller, "submission:read")
        return { run, changes: yield* store.changes(caller, id, yield* decode(page)) }
      })
      return Impacts.of({ start, get })
    })
  ).pipe(Layer.provide(FormCompiler.layer))
}

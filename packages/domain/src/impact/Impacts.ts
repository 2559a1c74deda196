/** Impact runs: what publishing a draft would change, found by evaluating stored submissions in the background. */
import { tableReferences } from "@formwork/rules/tableReferences"
import { Context, Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import type { FormId } from "../forms/Form.ts"
import { concealedFaults } from "../forms/concealing.ts"
import { FormCompiler } from "../forms/FormCompiler.ts"
import { FormStore } from "../forms/FormStore.ts"
import { liveDefinition } from "../forms/liveDefinition.ts"
import { LiveForms } from "../forms/LiveForms.ts"
import * as Caller from "../callers/Caller.ts"
import { DefinitionInvalid, FormNotFound, RequestInvalid } from "../callers/Refusal.ts"
import type { ImpactRunning, ImpactRunNotFound, PrivilegeMissing, TableNotFound } from "../callers/Refusal.ts"
import { decode } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import { problem } from "../request/decoder.ts"
import type { TableName } from "../tables/Table.ts"
import { TableStore } from "../tables/TableStore.ts"
import { ImpactRunId } from "./Impact.ts"
import type { ImpactRun } from "./Impact.ts"
import { ImpactStore } from "./ImpactStore.ts"
import type { Progress } from "./ImpactStore.ts"
import { ImpactPace, runImpact } from "./runImpact.ts"

export interface Impact {
  readonly run: ImpactRun
  readonly changes: Progress["changes"]
}

export interface ImpactAsk {
  readonly limit: number
  /** A table of the organisation that the live version names. */
  readonly table?: TableName | undefined
}

const notNamed = new RequestInvalid({
  problems: [problem(["table"], "choice", "names no table in which the live version of the form looks anything up")]
})

export class Impacts extends Context.Service<
  Impacts,
  {
    /**
     * Begins to run the latest `limit` submissions of `formId` through its draft, and through the version that each was stored with. With a
     * `table`, through the live version with the draft of that table, which is what publishing the table would make of it.
     * For both, `today` is the day on which the submission was first stored, in the time zone of its version. The run goes on after
     * this has answered, until it is done or the process ends.
     * Refuses, in this order: `PrivilegeMissing` (`form:write`), `FormNotFound`, also for one never published,
     * `PrivilegeMissing` (`submission:read`), `RequestInvalid`, with a table `PrivilegeMissing` (`table:read`), `TableNotFound` and
     * `RequestInvalid` where the live version does not name it, `DefinitionInvalid` with every fault of the draft, `ImpactRunning`.
     */
    readonly start: (
      caller: Caller.Caller,
      formId: FormId,
      ask: Decoded<ImpactAsk>
    ) => Effect.Effect<
      ImpactRun,
      PrivilegeMissing | FormNotFound | RequestInvalid | TableNotFound | DefinitionInvalid | ImpactRunning
    >
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
      const tables = yield* TableStore
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

      const liveWithDraftOf = Effect.fnUntraced(function* (caller: Caller.Caller, formId: FormId, table: TableName) {
        yield* Caller.require(caller, "table:read")
        const found = yield* forms.findLive(caller, formId)
        if (Option.isNone(found)) return yield* new FormNotFound()
        const { definition } = found.value
        if (tableReferences(definition).some((reference) => reference.table === table))
          return yield* compiler.compileWithTable(caller, definition, table)
        yield* tables.record(caller, table)
        return yield* notNamed
      })

      const start = Effect.fn("Impacts.start")(function* (
        caller: Caller.Caller,
        formId: FormId,
        asked: Decoded<ImpactAsk>
      ) {
        const form = yield* startable(caller, formId)
        const { limit, table } = yield* decode(asked)
        const compiled =
          table === undefined
            ? compiler.compileDraft(caller, form.draft, liveDefinition(forms, caller, formId))
            : liveWithDraftOf(caller, formId, table)
        const after = yield* Effect.catchTag(compiled, "DefinitionInvalid", ({ faults }) =>
          Effect.fail(new DefinitionInvalid({ faults: concealedFaults(caller, faults) }))
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

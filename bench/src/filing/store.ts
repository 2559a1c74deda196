/** Filing at the store: the server's adapter, in this process. */
import { Effect, Layer, ManagedRuntime, Redacted } from "effect"
import { Digest, SecureRandom } from "effect/crypto"
import { CredentialStore } from "@formwork/domain/credentials/CredentialStore"
import { FiringId } from "@formwork/domain/filing/Firing"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { Filing } from "@formwork/domain/filing/SubmissionStore"
import { LiveForms } from "@formwork/domain/forms/LiveForms"
import { CallCounter } from "@formwork/domain/usage/CallCounter"
import * as FormStore from "@formwork/postgres/stores/FormStore"
import * as Server from "@formwork/postgres/database/Server"
import * as SubmissionDeletions from "@formwork/postgres/stores/SubmissionDeletionStore"
import * as SubmissionLists from "@formwork/postgres/stores/SubmissionListStore"
import * as Stored from "@formwork/postgres/stores/SubmissionStore"
import * as Tables from "@formwork/postgres/stores/TableStore"
import * as Uploads from "@formwork/postgres/stores/UploadStore"
import * as Usage from "@formwork/postgres/stores/UsageStore"
import type { Arena, BenchForm } from "./Arena.ts"
import { worked } from "../measure.ts"

export interface Rate {
  readonly perSecond: number
  /** CPU time of the Node process for one filing, in microseconds. */
  readonly cpuMicros: number
}

const open = ({ databaseUrl }: Arena) => {
  const ports = Layer.mergeAll(
    FormStore.layer,
    Stored.layer,
    SubmissionDeletions.layer,
    SubmissionLists.layer,
    Tables.layer,
    Uploads.layer,
    Usage.layer,
    // Asked where a browser deletes a submission, and here none does.
    Layer.mock(CredentialStore, {})
  ).pipe(
    Layer.provideMerge(Server.layer(Redacted.make(databaseUrl))),
    Layer.provideMerge(Layer.merge(SecureRandom.layerWebCrypto, Digest.layerWebCrypto))
  )
  return ManagedRuntime.make(ports)
}

/** The filing that the domain gives the store for the quote, as for an HTTP request. */
const example = (arena: Arena, form: BenchForm) =>
  Effect.gen(function* () {
    const store = yield* SubmissionStore
    const seen: Array<Filing> = []
    const watched = SubmissionStore.of({
      ...store,
      file: (caller, filing) =>
        Effect.andThen(
          Effect.sync(() => seen.push(filing)),
          store.file(caller, filing)
        )
    })
    yield* Effect.flatMap(Submissions, (submissions) =>
      submissions.create(
        arena.caller,
        form.id,
        Effect.succeed({ data: arena.data, draft: false, idempotencyKey: undefined })
      )
    ).pipe(
      Effect.provide(Submissions.layer.pipe(Layer.provide(Layer.merge(LiveForms.layer, CallCounter.layer)))),
      Effect.provideService(SubmissionStore, watched)
    )
    const [filing] = seen
    return filing ?? (yield* Effect.die(new Error("the quote was not filed")))
  })

/** One filing after another by each of `connections` callers, for `seconds`. */
const run = (
  { caller }: Arena,
  filing: Filing,
  forms: ReadonlyArray<BenchForm>,
  connections: number,
  seconds: number
) =>
  Effect.gen(function* () {
    const store = yield* SubmissionStore
    const random = yield* SecureRandom.SecureRandom
    const started = performance.now()
    const from = worked()
    let filed = 0
    const one = Effect.gen(function* () {
      const form = forms[filed % forms.length] ?? forms[0]
      if (form === undefined) return
      const firings = yield* Effect.forEach(filing.firings, (firing) =>
        Effect.map(random.uuidV7(), (id) => ({ ...firing, id: FiringId.make(id) }))
      )
      const answer = yield* store.file(caller, {
        submission: {
          ...filing.submission,
          id: SubmissionId.make(yield* random.uuidV7()),
          formId: form.id,
          formVersionId: form.versionId
        },
        reference: { ...filing.reference, prefix: `${form.code}-` },
        firings,
        idempotency: undefined,
        uploads: []
      })
      if (answer._tag !== "Filed") return yield* Effect.die(new Error(`a filing was ${answer._tag}`))
      filed += 1
    })
    const isTime = () => performance.now() - started < seconds * 1000
    yield* Effect.forEach(
      Array.from({ length: connections }),
      () => Effect.whileLoop({ while: isTime, body: () => one, step: () => undefined }),
      { concurrency: "unbounded" }
    )
    const rate: Rate = {
      perSecond: filed / ((performance.now() - started) / 1000),
      cpuMicros: (worked() - from) / 1000 / filed
    }
    return rate
  })

export interface Store {
  /** The filing that is repeated. */
  readonly filing: Filing
  readonly run: (forms: ReadonlyArray<BenchForm>, connections: number, seconds: number) => Promise<Rate>
  readonly close: () => Promise<void>
}

export const prepare = async (arena: Arena): Promise<Store> => {
  const runtime = open(arena)
  const [form] = arena.forms
  if (form === undefined) throw new Error("there is no form to file against")
  const filing = await runtime.runPromise(example(arena, form))
  return {
    filing,
    run: (forms, connections, seconds) => runtime.runPromise(run(arena, filing, forms, connections, seconds)),
    close: () => runtime.dispose()
  }
}

/** A change is completed when its client disconnects. */
import { assert, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Redacted } from "effect"
import { SubmissionId } from "@formwork/domain/filing/Submission"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import * as Services from "@formwork/domain/Services"
import * as Memory from "@formwork/memory/Memory"
import * as Harness from "../support/Harness.ts"
import * as Wire from "../support/wire.ts"

/** A gate for a change: the change reports that it began, waits until it is released, and reports its end. */
interface Gate {
  readonly begun: Deferred.Deferred<void>
  readonly go: Deferred.Deferred<void>
  readonly done: Deferred.Deferred<void>
}

/** The real services, over a store whose changes stop at the gate. */
const gated = ({ begun, done, go }: Gate) => {
  const store = Layer.effect(
    SubmissionStore,
    Effect.map(SubmissionStore, (real) =>
      SubmissionStore.of({
        ...real,
        change: (...about) =>
          Deferred.succeed(begun, undefined).pipe(
            Effect.andThen(Deferred.await(go)),
            Effect.andThen(Effect.yieldNow),
            Effect.andThen(real.change(...about)),
            Effect.ensuring(Deferred.succeed(done, undefined))
          )
      })
    )
  )
  return Services.layer.pipe(Layer.provideMerge(store), Layer.provideMerge(Layer.fresh(Memory.layer())))
}

const changes = [
  ["a draft that is saved again", "PUT", "", true, { data: { age: 36 } }, "draft"],
  ["a filing of a draft", "POST", "/file", true, { data: { name: "Ada" } }, "submitted"],
  ["a transition", "POST", "/transitions", false, { name: "review" }, "in_review"]
] as const

for (const [name, method, path, draft, change, state] of changes)
  it.live(`${name} is completed when the client disconnects`, () =>
    Effect.gen(function* () {
      const gate = {
        begun: yield* Deferred.make<void>(),
        go: yield* Deferred.make<void>(),
        done: yield* Deferred.make<void>()
      }
      yield* Effect.gen(function* () {
        const { form, mint, operator } = yield* Harness.tenant
        const token = Redacted.value((yield* mint("submission:write")).token.text)
        const first = yield* Harness.call(Harness.submissionsPath(form.id), token, { data: { name: "Ada" }, draft })
        const id = SubmissionId.make(String(Wire.json(first)["id"]))
        const request = {
          method,
          path: `/api/platform/submissions/${id}${path}`,
          token,
          headers: ['If-Match: "1"'],
          body: JSON.stringify(change)
        }
        yield* Effect.scoped(
          Effect.gen(function* () {
            const socket = yield* Wire.open(yield* Harness.port)
            socket.write(Wire.request(request))
            yield* Deferred.await(gate.begun)
          })
        )
        // The socket is gone by now; give the server's turn of the event loop a chance to notice.
        yield* Effect.sleep("20 millis")
        yield* Deferred.succeed(gate.go, undefined)
        yield* Deferred.await(gate.done)
        const store = yield* SubmissionStore
        const { revision, workflowState } = yield* store.get(operator, id)
        assert.deepStrictEqual([workflowState, revision], [state, 2])
      }).pipe(Effect.provide(Harness.over(gated(gate))))
    })
  )

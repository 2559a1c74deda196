/** The demo of a first start on a machine that is busy with other things. */
import { assert, it } from "@effect/vitest"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import * as Services from "@formwork/domain/Services"
import { AnalysisThread } from "@formwork/domain/forms/AnalysisThread"
import { Unavailable } from "@formwork/domain/callers/Refusal"
import * as Memory from "@formwork/memory/Memory"
import * as Demo from "../src/Demo.ts"

/** So many analyses are ended before one succeeds. */
const busy = (times: number) =>
  Layer.effect(
    AnalysisThread,
    Effect.gen(function* () {
      const { atOnce, run } = yield* AnalysisThread
      let ended = 0
      return {
        atOnce,
        run: (job) =>
          Effect.suspend(() => {
            if (ended < times) {
              ended += 1
              return Effect.die(new Unavailable({ reason: "the analysis of a definition (examples) was ended" }))
            }
            return run(job)
          })
      }
    })
  )

const formwork = Services.layer.pipe(Layer.provideMerge(Memory.layer()), Layer.provideMerge(NodeServices.layer))

const made = (times: number) => Demo.seed.pipe(Effect.provide(formwork.pipe(Layer.provide(busy(times)))))

it.live("is made although analyses are ended for want of time", () =>
  Effect.gen(function* () {
    const { forms } = yield* made(3)
    assert.deepStrictEqual(
      forms.map(({ code }) => code),
      ["ROOF", "MQ", "INTAKE"]
    )
  })
)

it.live("is given up in a sentence", () =>
  Effect.gen(function* () {
    const failure = yield* Effect.flip(made(1_000))
    assert.strictEqual(
      failure.message,
      "The demo could not be made: the analysis of a definition (examples) was ended."
    )
  })
)

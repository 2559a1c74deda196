/** However many kinds of refusal there are, counting them has a bound. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Audits } from "@formwork/domain/audit/Audits"
import { entry, here, type Line, listening } from "./listening.ts"

it.live("at most 10,000 kinds are counted at once: one more is written each time that it happens", () => {
  const lines: Array<Line> = []
  return Effect.gen(function* () {
    const audits = yield* Audits
    for (let kind = 0; kind <= 10_000; kind++) yield* audits.refused(here, { ...entry, detail: String(kind) })
    for (const detail of ["9999", "10000"]) yield* audits.refused(here, { ...entry, detail })
    yield* Effect.yieldNow
    assert.lengthOf(lines, 10_002)
    assert.strictEqual(lines.at(-1)?.[1].detail, "10000")
  }).pipe(Effect.provide(Audits.layer.pipe(Layer.provide(listening(lines)))))
})

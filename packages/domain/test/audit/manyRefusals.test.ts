/** The number of kinds of refusals that are counted at once has a bound. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { RefusalAudit } from "@formwork/domain/audit/RefusalAudit"
import { entry, here, type Line, recordingAuditStore } from "./recordingAuditStore.ts"

it.live("at most 10,000 kinds of refusals are counted at once: any further kind is written each time", () => {
  const lines: Array<Line> = []
  return Effect.gen(function* () {
    const refusalAudit = yield* RefusalAudit
    for (let kind = 0; kind <= 10_000; kind++) yield* refusalAudit.note(here, { ...entry, detail: String(kind) })
    for (const detail of ["9999", "10000"]) yield* refusalAudit.note(here, { ...entry, detail })
    yield* Effect.yieldNow
    assert.lengthOf(lines, 10_002)
    assert.strictEqual(lines.at(-1)?.[1].detail, "10000")
  }).pipe(Effect.provide(RefusalAudit.layer.pipe(Layer.provide(recordingAuditStore(lines)))))
})

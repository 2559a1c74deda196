/** How many batches a credential has at once, in this process. */
import { Effect } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { BatchLimits } from "../request/BatchLimits.ts"
import { Overloaded } from "../request/RequestRefusal.ts"

const running = new Map<string, number>()

/** Counts a batch until the function that it gives is called. Refuses: `Overloaded` where the caller's credential has as many as it may. */
export const enter = Effect.fnUntraced(function* ({ credential, organisationId }: Caller) {
  const { atOnce } = yield* BatchLimits
  const name = `${organisationId} ${credential.id}`
  const count = running.get(name) ?? 0
  if (count >= atOnce) return yield* new Overloaded({ retryAfterSeconds: 1 })
  running.set(name, count + 1)
  return (): void => {
    const left = (running.get(name) ?? 1) - 1
    if (left > 0) running.set(name, left)
    else running.delete(name)
  }
})

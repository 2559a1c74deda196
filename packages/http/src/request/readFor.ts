/** Reads a file that is answered, in its turn. */
import { Effect } from "effect"
import type { Exchange } from "./Exchange.ts"
import { FileBodyLimits, senderOf } from "./FileBody.ts"

/**
 * Reads a file for the answer of a request once there is room for it, which it keeps until its client has it or is gone. The request gives
 * up its turn while it waits. Refuses: `UploadsAtOnce`, `Overloaded`, and what `read` does.
 * @param bytes of the file.
 */
export const readFor = Effect.fnUntraced(function* <A, E, R>(
  exchange: Exchange,
  bytes: number,
  read: Effect.Effect<A, E, R>
) {
  const { downloads, response, turn } = exchange
  const { roomMillis } = yield* FileBodyLimits
  turn.end()
  yield* downloads.room.take(senderOf(exchange), bytes, roomMillis, ({ release }) => {
    response.once("close", release)
  })
  return yield* downloads.reads.withPermits(1)(Effect.andThen(turn.take, read))
})

/**
 * Files that are answered: those under way are bounded in bytes, until their clients have them, and few are read from the store at once, so
 * that other requests find free connections to the database (docs/decisions/0299).
 */
import { Effect, Semaphore } from "effect"
import type { Exchange } from "./Exchange.ts"
import { FileBodyLimits, senderOf } from "./FileBody.ts"
import * as UploadRoom from "./UploadRoom.ts"

export interface Downloads {
  readonly room: UploadRoom.UploadRoom
  /** Permits to read a file from the store. */
  readonly reads: Semaphore.Semaphore
}

/** Files that are read from the store at once. */
const readsAtOnce = 2

export const make: Effect.Effect<Downloads> = Effect.all({
  room: UploadRoom.make,
  reads: Semaphore.make(readsAtOnce)
})

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

/**
 * How many bytes of files this process holds at once, apart from other bodies: of those that come, and as many of those that go out
 * (docs/decisions/0299). A file that finds no room waits for it: the bytes of one that comes wait in its connection, those of one that goes
 * out in the store.
 */
import { Context, Effect } from "effect"
import * as FairRoom from "./FairRoom.ts"
import { Overloaded, UploadsAtOnce } from "./RequestRefusal.ts"

/** Bytes of files that come, and of files that go out; configurable. */
export const UploadBytesLimit = Context.Reference<number>("@formwork/http/UploadRoom/UploadBytesLimit", {
  defaultValue: () => 128 * 1024 * 1024
})

/** Small files, by default of up to 256 KiB, have room of their own: a signature does not wait behind photos. */
const smallShare = 512
const reserveShare = 16

/** Files of one client, with one credential, that wait for room. */
const mostWaiting = 64

/** What a client waits that found no room. */
const retryAfterSeconds = 5

export interface UploadRoom {
  /**
   * Waits until there is room. Organisations take turns, and so do their credentials and the clients of one; the files of one client come in
   * their order.
   * @param taken gets the room, at once: a request that ends in this moment gives it back too.
   * Refuses: `UploadsAtOnce` (the credential's own files leave it none), `Overloaded` (those of others do).
   */
  readonly take: (
    sender: FairRoom.Sender,
    bytes: number,
    millis: number,
    taken: (held: FairRoom.Held) => void
  ) => Effect.Effect<void, UploadsAtOnce | Overloaded>
}

export const make: Effect.Effect<UploadRoom> = Effect.map(UploadBytesLimit, (limit) => {
  const large = FairRoom.make(limit)
  const small = FairRoom.make(limit / reserveShare)
  return {
    take: (sender, bytes, millis, taken) =>
      Effect.callback((resume) => {
        const room = bytes <= limit / smallShare ? small : large
        const client = room.of(sender)
        if (client.waiting.size >= mostWaiting) return resume(Effect.fail(new UploadsAtOnce({ retryAfterSeconds })))
        const leave = () => {
          clearTimeout(timer)
          room.leave(client, waiter)
        }
        const waiter: FairRoom.Waiter = {
          bytes,
          begin: (held) => {
            clearTimeout(timer)
            taken(held)
            resume(Effect.void)
          }
        }
        const timer = setTimeout(() => {
          const isOthers = room.isRoomInLane(client)
          leave()
          resume(
            Effect.fail(isOthers ? new Overloaded({ retryAfterSeconds }) : new UploadsAtOnce({ retryAfterSeconds }))
          )
        }, millis)
        room.join(client, waiter)
        return Effect.sync(leave)
      })
  }
})

/**
 * Files that are answered: those under way are bounded in bytes, until their clients have them, and few are read from the store at once, so
 * that other requests find free connections to the database (docs/decisions/0299).
 */
import { Effect, Semaphore } from "effect"
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

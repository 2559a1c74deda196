/** Reads a body while it arrives, as long as it keeps its pace. */
import { Effect } from "effect"
import type { IncomingMessage } from "node:http"
import { PayloadTooLarge, RequestTimedOut } from "./RequestRefusal.ts"

/** When a body is late. Its time is counted in steps, each after the one before: when this process stalls, it counts as one of them. */
export interface Pace {
  readonly stepMillis: number
  /** @param steps since the body began. @param idle steps since its last byte. @param received its bytes. */
  readonly isLate: (steps: number, idle: number, received: number) => boolean
  /** A body that is late is still read for as long as its bytes are there: at most until so long after it began. */
  readonly latestMillis: number
  readonly refusal: () => RequestTimedOut
  /** Asked after each step: why the body goes for the sake of others, where it does. */
  readonly cut?: (steps: number, received: number) => RequestTimedOut | undefined
}

/** Steps of the time for a whole body, and of the time without a byte. */
const steps = 10

/** Bodies whose time is over are still read for as long as their bytes are there: at most this many times their time. */
const grace = 3

/** A body that has to be whole in time. */
export const within = (millis: number): Pace => ({
  stepMillis: millis / steps,
  isLate: (elapsed) => elapsed >= steps,
  latestMillis: grace * millis,
  refusal: () => new RequestTimedOut({})
})

/** A body that has to keep coming. */
export const comingBy = (limits: {
  readonly idleMillis: number
  readonly bytesPerSecond: number
  readonly millis: number
}): Pace => {
  const { bytesPerSecond, idleMillis, millis } = limits
  const stepMillis = idleMillis / steps
  const most = millis / stepMillis
  const bytesOfStep = (bytesPerSecond * stepMillis) / 1000
  return {
    stepMillis,
    isLate: (elapsed, idle, received) => idle >= steps || elapsed >= Math.min(most, steps + received / bytesOfStep),
    latestMillis: millis + idleMillis,
    refusal: () =>
      new RequestTimedOut({
        advice: `A file has to come at ${Math.round(bytesPerSecond / 1000)} kB a second or more, without a pause of ${idleMillis / 1000} seconds, and within ${millis / 60_000} minutes. Send it again over a better connection, or send a smaller one.`
      })
  }
}

/**
 * A body that goes where others wait for the room that it keeps, and it came slowly on the whole, for `idleMillis` at least.
 * @param hasToGo gets how many bytes a second it came with, where that is slow.
 */
export const givingWay = (
  limits: Parameters<typeof comingBy>[0] & { readonly crowdedBytesPerSecond: number },
  hasToGo: (slowness: number | undefined) => boolean
): Pace => {
  const { crowdedBytesPerSecond, idleMillis } = limits
  const pace = comingBy(limits)
  return {
    ...pace,
    cut: (elapsed, received) => {
      const rate = (received * 1000) / (elapsed * pace.stepMillis)
      if (!hasToGo(elapsed >= steps && rate < crowdedBytesPerSecond ? rate : undefined)) return undefined
      return new RequestTimedOut({
        advice: `Other files wait for the room of this one. Then a file has to come at ${Math.floor(crowdedBytesPerSecond / 1000)} kB a second or more, after the first ${idleMillis / 1000} seconds. Send it again later or over a better connection, or send a smaller one.`
      })
    }
  }
}

/** @param onBytes called with the count of bytes before and after each part; gives a refusal, if it is one. */
export const receiveBody = <E>(
  request: IncomingMessage,
  limitBytes: number,
  pace: Pace,
  onBytes: (before: number, received: number) => E | undefined
): Effect.Effect<Buffer, PayloadTooLarge | RequestTimedOut | E> =>
  Effect.callback((resume) => {
    const chunks: Array<Buffer> = []
    const latest = performance.now() + pace.latestMillis
    let received = 0
    let seen = 0
    let elapsed = 0
    let idle = 0
    const onData = (chunk: Buffer) => {
      const before = received
      received += chunk.length
      chunks.push(chunk)
      if (received > limitBytes) return finish(Effect.fail(new PayloadTooLarge({ limitBytes })))
      const refusal = onBytes(before, received)
      if (refusal !== undefined) finish(Effect.fail(refusal))
    }
    const onEnd = () => finish(Effect.succeed(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    const tick = () => {
      elapsed += 1
      idle += 1
      const cut = pace.cut?.(elapsed, received)
      if (cut === undefined) goOn()
      else finish(Effect.fail(cut))
    }
    const goOn = () => {
      if (received > seen) idle = 0
      seen = received
      if (pace.isLate(elapsed, idle, received)) lookAgain()
      else timer = setTimeout(tick, pace.stepMillis)
    }
    /** What has come to this machine by now was in time: the loop reads it before the second of two turns ends. */
    const lookAgain = () => {
      const before = received
      immediate = setImmediate(() => {
        immediate = setImmediate(() => {
          if (received > before && performance.now() < latest) goOn()
          else finish(Effect.fail(pace.refusal()))
        })
      })
    }
    let immediate: NodeJS.Immediate | undefined
    let timer = setTimeout(tick, pace.stepMillis)
    const stop = () => {
      clearTimeout(timer)
      clearImmediate(immediate)
      request.off("data", onData).off("end", onEnd)
    }
    const finish = (result: Effect.Effect<Buffer, PayloadTooLarge | RequestTimedOut | E>) => {
      stop()
      resume(result)
    }
    request.on("data", onData).on("end", onEnd)
    // A client that disconnects interrupts the whole request, so no answer is needed here.
    return Effect.sync(stop)
  })

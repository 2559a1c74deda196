/** One call for each of many submissions: four at a time, within the person's budget, until all are done or it is stopped. */
import { FormworkError } from "@formwork/client/FormworkError"

export const AT_ONCE = 4

/** One that could not be done, and why. */
interface Refusal<A> {
  readonly item: A
  readonly error: unknown
}

export interface Progress<A> {
  readonly done: number
  readonly refused: ReadonlyArray<Refusal<A>>
  /** Not begun, or not ended yet. */
  readonly left: number
}

interface Many<A> {
  readonly items: ReadonlyArray<A>
  readonly act: (item: A) => Promise<unknown>
  /** Milliseconds until the budget allows another request. */
  readonly wait: () => number
  readonly pause: (millis: number, signal: AbortSignal) => Promise<void>
  readonly onProgress: (progress: Progress<A>) => void
  /** Ends it: what has begun is waited for, and nothing more begins. */
  readonly signal: AbortSignal
}

/** Refused before any work was done: the same call can be made again. */
const secondsToWait = (error: unknown): number | undefined =>
  error instanceof FormworkError && error.code === "RATE_LIMITED" ? (error.retryAfterSeconds ?? 1) : undefined

/** Nothing that follows can be done either. */
const endsAll = (error: unknown): boolean => error instanceof FormworkError && error.status === 401

/** @returns what was done when nothing runs any more. It never rejects. */
export const runMany = async <A>(many: Many<A>): Promise<Progress<A>> => {
  const { act, items, onProgress, pause, signal, wait } = many
  const refused: Array<Refusal<A>> = []
  let done = 0
  let next = 0
  let isEnded = false
  const isOver = () => isEnded || signal.aborted || next >= items.length
  const progress = (): Progress<A> => ({ done, refused: [...refused], left: items.length - done - refused.length })
  const one = async (item: A): Promise<void> => {
    try {
      await act(item)
      done += 1
    } catch (error) {
      const seconds = secondsToWait(error)
      if (seconds !== undefined && !signal.aborted) {
        await pause(seconds * 1_000, signal)
        if (!signal.aborted) return one(item)
      }
      if (endsAll(error)) isEnded = true
      refused.push({ item, error })
    }
    onProgress(progress())
  }
  const worker = async (): Promise<void> => {
    while (!isOver()) {
      const millis = wait()
      if (millis > 0) {
        await pause(millis, signal)
        continue
      }
      const item = items[next++]
      if (item !== undefined) await one(item)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return progress()
}

/** Whether a call that was refused may be made again as it is: nobody had to decide anything. */
export const mayTryAgain = (error: unknown): boolean =>
  !(error instanceof FormworkError) || error.status >= 500 || error.status === 401 || error.status === 429

/** Ends early where the signal says so. */
export const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", end)
      resolve()
    }
    const timer = setTimeout(end, millis)
    signal.addEventListener("abort", end)
  })

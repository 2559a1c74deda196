/** Runs a call for each of many submissions while its dialog is open. */
import { useEffect, useRef, useState } from "react"
import { budgetWait } from "../../../../api/budget.ts"
import { noteSessionEnd } from "../../../../api/queries.ts"
import { mayTryAgain, pause, type Progress, runMany } from "./runMany.ts"

export interface Run<A> {
  readonly state: "waiting" | "running" | "stopping" | "ended"
  readonly progress: Progress<A>
  readonly start: () => void
  readonly stop: () => void
  /** Those that were refused and can be tried as they are. */
  readonly again: ReadonlyArray<A>
  readonly tryAgain: () => void
}

const nothing = { done: 0, refused: [], left: 0 }

const noted =
  <A>(act: (item: A) => Promise<unknown>) =>
  async (item: A): Promise<void> => {
    try {
      await act(item)
    } catch (error) {
      noteSessionEnd(error)
      throw error
    }
  }

export const useMany = <A>(items: ReadonlyArray<A>, act: (item: A) => Promise<unknown>): Run<A> => {
  const [state, setState] = useState<Run<A>["state"]>("waiting")
  const [progress, setProgress] = useState<Progress<A>>({ ...nothing, left: items.length })
  const ending = useRef<AbortController>(undefined)
  useEffect(() => () => ending.current?.abort(), [])
  const run = async (wanted: ReadonlyArray<A>, before: Progress<A>) => {
    const control = new AbortController()
    ending.current = control
    setState("running")
    const whole = (now: Progress<A>): Progress<A> => ({
      done: before.done + now.done,
      refused: [...before.refused, ...now.refused],
      left: now.left
    })
    const ended = await runMany({
      items: wanted,
      act: noted(act),
      wait: budgetWait,
      pause,
      onProgress: (now) => setProgress(whole(now)),
      signal: control.signal
    })
    setProgress(whole(ended))
    setState("ended")
  }
  const again = progress.refused.flatMap(({ error, item }) => (mayTryAgain(error) ? [item] : []))
  return {
    state,
    progress,
    start: () => void run(items, nothing),
    stop: () => {
      ending.current?.abort()
      setState("stopping")
    },
    again,
    tryAgain: () => {
      const repeated = new Set(again)
      const kept = progress.refused.filter(({ item }) => !repeated.has(item))
      void run(again, { ...progress, refused: kept })
    }
  }
}

/** What a draft would do to stored submissions: a run on the server, begun when it is first asked for, and followed until it ends. */
import { FormworkError } from "@formwork/client/FormworkError"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import type { ImpactResult } from "@formwork/client/contract"
import { api } from "../../../api/api.ts"

export const limits = [1_000, 10_000, 100_000] as const
type Limit = (typeof limits)[number]

const pollMillis = 1_000

/** The state of the run. `off`: there is nothing to run, or the person lacks a privilege for it. */
export type Impact =
  | { readonly kind: "off" | "skipped" | "starting" }
  | { readonly kind: "refused"; readonly error: unknown; readonly isBusy: boolean }
  | { readonly kind: "run"; readonly run: ImpactResult }

interface ImpactControls {
  readonly impact: Impact
  readonly limit: Limit
  readonly setLimit: (limit: Limit) => void
  readonly skip: () => void
  /** Begins another run, also after one that was skipped, refused or interrupted. */
  readonly again: () => void
}

/** The draft of the form, or that of a table with the form's live version. */
interface Tried {
  readonly formId: string
  /** Of the draft. */
  readonly revision: number
  readonly table?: string
}

const useRun = ({ formId, revision, table }: Tried, isOn: boolean, limit: Limit, attempt: number) => {
  // As a query the run is begun once for each revision, limit and attempt, even if the screen is drawn many times.
  const start = useQuery({
    queryKey: ["form", formId, "impact", table ?? "", revision, limit, attempt],
    queryFn: async () =>
      (await api.impact.start({ formId, body: { limit, ...(table === undefined ? {} : { table }) } })).body.id,
    enabled: isOn,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnMount: false,
    refetchOnReconnect: false
  })
  const runId = start.data ?? ""
  const run = useQuery({
    queryKey: ["impact", runId],
    queryFn: async ({ signal }) => (await api.impact.get({ formId, runId }, { signal })).body,
    enabled: isOn && start.data !== undefined,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.state === "running" ? pollMillis : false),
    staleTime: Infinity
  })
  return { start, run }
}

export const useImpact = (tried: Tried, isOn: boolean): ImpactControls => {
  const [limit, setLimit] = useState<Limit>(1_000)
  const [attempt, setAttempt] = useState(0)
  const [isSkipped, setSkipped] = useState(false)
  const { run, start } = useRun(tried, isOn && !isSkipped, limit, attempt)
  const again = () => {
    setSkipped(false)
    setAttempt(attempt + 1)
  }
  const impact = (): Impact => {
    if (!isOn) return { kind: "off" }
    if (isSkipped) return { kind: "skipped" }
    const error = start.error ?? (run.data === undefined ? run.error : null)
    if (error !== null)
      return { kind: "refused", error, isBusy: error instanceof FormworkError && error.status === 409 }
    return run.data === undefined ? { kind: "starting" } : { kind: "run", run: run.data }
  }
  return { impact: impact(), limit, setLimit, skip: () => setSkipped(true), again }
}

/** Effects of submissions: what became of them, and trying them again. */
import type { Effect, FiringState } from "@formwork/client/contract"
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query"
import { api } from "./api.ts"
import { queries } from "./queries.ts"

/** What narrows a list of effects, as the server takes it. */
export interface EffectFilter {
  readonly state?: FiringState
  readonly form?: string
  readonly submission?: string
  readonly kind?: Effect["kind"]
  readonly destination?: string
  /** Moments: the first is within, the second is not. */
  readonly from?: string
  readonly to?: string
}

/** How many effects failed for good. */
export const deadEffectsQuery = queryOptions({
  queryKey: ["effects", "dead"],
  queryFn: async ({ signal }) => {
    const { states } = (await api.effects.summary({}, { signal })).body
    const { count = 0, hasMore = false } = states.find(({ state }) => state === "dead") ?? {}
    return { count, hasMore }
  }
})

/** How many effects are in each state, of all forms or of one. */
export const effectSummaryQuery = (form: string | undefined) =>
  queryOptions({
    queryKey: ["effects", "summary", form],
    queryFn: async ({ signal }) => (await api.effects.summary({ form }, { signal })).body.states
  })

export const effectsQuery = (filter: EffectFilter) =>
  infiniteQueryOptions({
    queryKey: ["effects", "list", filter],
    queryFn: async ({ pageParam, signal }) =>
      (await api.effects.list({ ...filter, cursor: pageParam, limit: "50" }, { signal })).body,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined
  })

/** An effect with its attempts. @param attemptCount that is known of it: another one is another answer. */
export const effectQuery = (effectId: string, attemptCount?: number) =>
  queryOptions({
    queryKey: ["effects", "one", effectId, attemptCount],
    queryFn: async ({ signal }) => (await api.effects.get({ effectId }, { signal })).body
  })

/** What an effect sends. It never changes, and is kept as long as it is shown: values of a submission are in it. */
export const effectContentQuery = (effectId: string) =>
  queryOptions({
    queryKey: ["effects", "content", effectId],
    queryFn: async ({ signal }) => (await api.effects.content({ effectId }, { signal })).body.content,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })

/** Tries it again at once. */
export const retryEffect = async (effectId: string): Promise<void> => {
  await api.effects.retry({ effectId })
  await forgetEffects()
}

/** After something was sent or tried again: the lists of effects, the numbers of the first screen, and the audit log are read again. */
export const forgetEffects = async (): Promise<void> => {
  await Promise.all(["effects", "overview", "audit"].map((first) => queries.invalidateQueries({ queryKey: [first] })))
}

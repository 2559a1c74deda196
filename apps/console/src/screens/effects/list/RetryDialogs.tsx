/** Questions before many effects are tried again: how many they are stands in each. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../../api/api.ts"
import { forgetEffects } from "../../../api/effects.ts"
import type { EffectFilter } from "../../../api/effects.ts"
import { countFailed, failedStates, retryFailed } from "../../../api/retryAll.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx"
import { Queried } from "../../../parts/States.tsx"

interface RetryProps {
  /** @param count how many are tried again. */
  readonly onRetried: (count: number) => void
  readonly onClose: () => void
}

export const RetrySelected = ({ ids, onClose, onRetried }: RetryProps & { readonly ids: ReadonlySet<string> }) => {
  const words = useMessages().effects.retry
  const retry = async () => {
    const { retried } = (await api.effects.retryMany({ body: { ids: [...ids] } })).body
    await forgetEffects()
    onRetried(retried)
  }
  return (
    <ConfirmDialog
      title={words.title}
      submit={words.submit({ n: ids.size, hasMore: false })}
      onSubmit={retry}
      onClose={onClose}
    >
      <p>{words.selected({ n: ids.size })}</p>
    </ConfirmDialog>
  )
}

/** What fires after the dialog was opened is neither counted nor retried. */
const useFilter = ({ state, to, ...others }: EffectFilter) => {
  const [openedAt] = useState(() => new Date().toISOString())
  const failed = failedStates.find((one) => one === state)
  return {
    ...others,
    ...(failed === undefined ? {} : { state: failed }),
    to: to === undefined || to > openedAt ? openedAt : to
  }
}

export const RetryAll = ({ filter: given, onClose, onRetried }: RetryProps & { readonly filter: EffectFilter }) => {
  const words = useMessages().effects.retry
  const filter = useFilter(given)
  const counted = useQuery({
    queryKey: ["effects", "matching", filter],
    queryFn: ({ signal }) => countFailed(api.effects, filter, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0
  })
  const n = (counted.data?.dead ?? 0) + (counted.data?.stopped ?? 0)
  const retry = async () => {
    if (counted.data === undefined) return
    const retried = await retryFailed(api.effects, filter, counted.data)
    await forgetEffects()
    onRetried(retried)
  }
  return (
    <ConfirmDialog
      title={words.title}
      submit={counted.isFetching ? words.counting : words.submit({ n, hasMore: counted.data?.hasMore === true })}
      isDisabled={n === 0}
      onSubmit={retry}
      onClose={onClose}
    >
      <Queried query={counted} lines={2}>
        {(matching) =>
          n === 0 ? (
            <p>{words.none}</p>
          ) : (
            <>
              <p>
                <strong>{words.found(matching)}</strong>
              </p>
              <p>{words.why}</p>
              <p>{words.upTo}</p>
            </>
          )
        }
      </Queried>
    </ConfirmDialog>
  )
}

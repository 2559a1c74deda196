/** Why a query has given nothing, also while it is asked again: an answer that never comes would blink otherwise. */
import { useState } from "react"

interface Asked {
  readonly error: unknown
  readonly isFetching?: boolean
  /** How often this query has failed; another query begins at 0. */
  readonly errorUpdateCount?: number
}

/** @returns undefined for a query that has not failed yet. */
export const useFailure = ({
  error,
  errorUpdateCount = 0,
  isFetching = false
}: Asked): { readonly error: unknown; readonly isTrying: boolean } | undefined => {
  const [last, setLast] = useState<unknown>(error)
  if (error !== null && error !== last) setLast(error)
  const shown = error ?? (errorUpdateCount > 0 ? last : null)
  return shown === null ? undefined : { error: shown, isTrying: isFetching }
}

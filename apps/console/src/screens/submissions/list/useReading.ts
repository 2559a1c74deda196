/** The submissions of a list as far as they were read, and reading on. */
import type { SubmissionPage } from "@formwork/client/contract"
import { useInfiniteQuery } from "@tanstack/react-query"
import { useEffect, useEffectEvent, useMemo, useState } from "react"
import { budgetWait } from "../../../api/budget.ts"
import { type SubmissionFilter, submissionsQuery } from "../../../api/submissionLists.ts"
import { readOf } from "./reading.ts"

/** Between two requests after one that found nothing: a search leaves the person their budget of requests. */
const PAUSE_MILLIS = 1_000

const none: ReadonlyArray<SubmissionPage> = []

export const useReading = (filter: SubmissionFilter, fields: ReadonlyArray<string>) => {
  const query = useInfiniteQuery(submissionsQuery(filter, fields))
  const [isStopped, setStopped] = useState(false)
  const [isAll, setAll] = useState(false)
  const { data, fetchNextPage, hasNextPage, isFetching, isFetchNextPageError } = query
  const pages = data?.pages ?? none
  const read = useMemo(() => readOf(pages), [pages])
  const mayGoOn = hasNextPage && !read.isFull && !isStopped && !isFetchNextPageError
  const more = () => {
    if (mayGoOn && !isFetching) void fetchNextPage()
  }
  const readOn = useEffectEvent(more)
  const goesOn = mayGoOn && !isFetching && (read.isFruitless || isAll)
  useEffect(() => {
    if (!goesOn) return undefined
    const timer = setTimeout(readOn, Math.max(read.isFruitless ? PAUSE_MILLIS : 0, budgetWait()))
    return () => clearTimeout(timer)
  }, [goesOn, read])
  return {
    query,
    ...read,
    isStopped,
    /** Whether it reads to the end, as far as rows are kept. */
    isReadingAll: isAll && mayGoOn,
    more,
    readAll: () => {
      setStopped(false)
      setAll(true)
      if (isFetchNextPageError) void fetchNextPage()
    },
    /** Reads no further than the rows that are looked at. */
    stopAll: () => setAll(false),
    /** Ends a search that finds nothing. */
    stop: () => {
      setAll(false)
      setStopped(true)
    },
    goOn: () => {
      setStopped(false)
      void fetchNextPage()
    }
  }
}

export type Reading = ReturnType<typeof useReading>

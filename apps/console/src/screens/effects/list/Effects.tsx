/** Effects: what was sent and what was not, and trying again what failed. */
import type { Effect } from "@formwork/client/contract"
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { effectsQuery, effectSummaryQuery } from "../../../api/effects.ts"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { focusHeading } from "../../../parts/focusHeading.ts"
import { Notice } from "../../../parts/Notice.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Empty, Queried } from "../../../parts/States.tsx"
import { EffectFilters, StateLinks } from "./EffectFilters.tsx"
import { filterOf, isFiltered } from "./effectsSearch.ts"
import type { EffectsSearch } from "./effectsSearch.ts"
import { EffectTable, isFailed } from "./EffectTable.tsx"
import type { Selection } from "./EffectTable.tsx"
import { RetryAll, RetrySelected } from "./RetryDialogs.tsx"
import styles from "./Effects.module.css"

const NoEffects = ({ search }: { readonly search: EffectsSearch }) => {
  const { empty, filter, noneHere } = useMessages().effects
  if (isFiltered(search)) {
    return (
      <Empty title={noneHere.title} action={<ButtonLink to="/effects">{filter.clear}</ButtonLink>}>
        {noneHere.why}
      </Empty>
    )
  }
  return (
    <Empty title={empty.title}>
      <p>{empty.why}</p>
      <p>{empty.manual}</p>
    </Empty>
  )
}

interface SelectionBarProps {
  readonly rows: ReadonlyArray<Effect>
  readonly selection: Selection
  readonly onRetry: () => void
}

const SelectionBar = ({ onRetry, rows, selection }: SelectionBarProps) => {
  const { effects } = useMessages()
  const mayWrite = useMay("effect:write")
  const failed = rows.filter(isFailed)
  const { ids } = selection
  if (failed.length === 0) return null
  return (
    <div className={styles.bar}>
      <span role="status">{effects.selected({ n: ids.size })}</span>
      <Button size="small" isDisabled={ids.size === 0 || !mayWrite} onPress={onRetry}>
        {effects.retrySelected}
      </Button>
      <Button size="small" look="plain" onPress={() => selection.set(new Set(failed.map(({ id }) => id)))}>
        {effects.selectShown({ n: failed.length })}
      </Button>
      {ids.size > 0 && (
        <Button size="small" look="plain" onPress={() => selection.set(new Set())}>
          {effects.unselect}
        </Button>
      )}
    </div>
  )
}

const everyMillis = 5_000

const List = ({
  onRetried,
  search
}: {
  readonly search: EffectsSearch
  readonly onRetried: (count: number) => void
}) => {
  const { common } = useMessages()
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [isAsked, setAsked] = useState(false)
  const effects = useInfiniteQuery({
    ...effectsQuery(filterOf(search)),
    // Of several pages each would be a request.
    refetchInterval: ({ state }) =>
      state.data?.pages.length === 1 && state.data.pages[0]?.items.some((one) => one.state === "pending") === true
        ? everyMillis
        : false
  })
  return (
    <Queried query={effects}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items)
        // One that was retried elsewhere is no longer of the selection.
        const selected = new Set(rows.filter((one) => isFailed(one) && ids.has(one.id)).map(({ id }) => id))
        const selection = { ids: selected, set: setIds }
        if (rows.length === 0) return <NoEffects search={search} />
        return (
          <div className={styles.list}>
            <SelectionBar rows={rows} selection={selection} onRetry={() => setAsked(true)} />
            <EffectTable rows={rows} selection={selection} />
            <Refused error={effects.isFetchNextPageError ? effects.error : null} />
            {effects.hasNextPage && (
              <Button isPending={effects.isFetchingNextPage} onPress={() => void effects.fetchNextPage()}>
                {common.showMore}
              </Button>
            )}
            {isAsked && <RetrySelected ids={selected} onRetried={onRetried} onClose={() => setAsked(false)} />}
          </div>
        )
      }}
    </Queried>
  )
}

export const Effects = ({ search }: { readonly search: EffectsSearch }) => {
  const { effects } = useMessages()
  const mayWrite = useMay("effect:write")
  const [isAsked, setAsked] = useState(false)
  const [retried, setRetried] = useState<number | undefined>()
  const summary = useQuery({
    ...effectSummaryQuery(search.form),
    refetchInterval: ({ state }) =>
      state.data?.some((one) => one.state === "pending" && one.count > 0) === true ? everyMillis : false
  })
  // Other filters narrow the list further: where the form has none, none matches.
  const hasFailed = summary.data?.some(
    ({ count, state }) => (state === "dead" || state === "stopped") && state === (search.state ?? state) && count > 0
  )
  const canRetry = search.state !== "pending" && search.state !== "delivered"
  const tell = (count: number) => {
    setRetried(count)
    focusHeading()
  }
  return (
    <Page
      title={effects.title}
      description={effects.description}
      width="whole"
      actions={
        canRetry && (
          <Button isDisabled={!mayWrite || hasFailed === false} onPress={() => setAsked(true)}>
            {effects.retryAll}
          </Button>
        )
      }
    >
      {!mayWrite && <p className={styles.quiet}>{effects.needsWrite}</p>}
      <div role="status" className={styles.told}>
        {retried !== undefined && <Notice tone="ok">{effects.retry.done({ n: retried })}</Notice>}
      </div>
      <StateLinks search={search} />
      <EffectFilters search={search} />
      <List key={JSON.stringify(search)} search={search} onRetried={tell} />
      {isAsked && <RetryAll filter={filterOf(search)} onRetried={tell} onClose={() => setAsked(false)} />}
    </Page>
  )
}

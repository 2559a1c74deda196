/** The submissions that a draft would change, each with what changes in it. */
import { useInfiniteQuery } from "@tanstack/react-query"
import type { ImpactChange } from "@formwork/client/contract"
import { api } from "../../../api/api.ts"
import type { Messages } from "../../../messages/Messages.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import { Button } from "../../../parts/Button.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Queried } from "../../../parts/States.tsx"
import { Table } from "../../../parts/Table.tsx"
import { valueText } from "../changes/changeSentence.ts"
import styles from "./Publish.module.css"

interface ImpactChangesProps {
  readonly formId: string
  readonly runId: string
}

type Words = Messages["publish"]["impact"]

const Verdict = ({ change: { validAfter, validBefore } }: { readonly change: ImpactChange }) => {
  const { impact: words } = useMessages().publish
  if (validBefore && !validAfter) return <Badge tone="error">{words.invalid}</Badge>
  return validAfter && !validBefore ? <Badge tone="ok">{words.valid}</Badge> : <Badge>{words.different}</Badge>
}

const linesOf = (words: Words, change: ImpactChange): ReadonlyArray<string> => {
  const { calculatedData, fieldsHidden, fieldsShown, outcomesGone, outcomesRaised, problems } = change
  const named = (names: ReadonlyArray<string>, sentence: (given: { readonly names: string }) => string) =>
    names.length === 0 ? [] : [sentence({ names: names.join(", ") })]
  return [
    ...problems.map(({ field, message }) => words.problem({ field, message })),
    ...calculatedData.map(({ after, before, field }) =>
      words.value({ field, before: valueText(before ?? null), after: valueText(after ?? null) })
    ),
    ...named(outcomesRaised, words.outcomesRaised),
    ...named(outcomesGone, words.outcomesGone),
    ...named(fieldsHidden, words.fieldsHidden),
    ...named(fieldsShown, words.fieldsShown)
  ]
}

const What = ({ change }: { readonly change: ImpactChange }) => {
  const { impact: words } = useMessages().publish
  return (
    <ul className={styles.lines}>
      {linesOf(words, change).map((line) => (
        <li key={line}>
          <Foreign text={line} />
        </li>
      ))}
    </ul>
  )
}

export const ImpactChanges = ({ formId, runId }: ImpactChangesProps) => {
  const { common, publish } = useMessages()
  const { impact: words } = publish
  const changes = useInfiniteQuery({
    queryKey: ["impact", runId, "changes"],
    queryFn: async ({ pageParam, signal }) =>
      (await api.impact.get({ formId, runId, cursor: pageParam, limit: "20" }, { signal })).body.changes,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: Infinity
  })
  return (
    <Queried query={changes} lines={4}>
      {({ pages }) => (
        <div className={styles.list}>
          <Table
            label={words.submissions}
            rows={pages.flatMap(({ items }) => items)}
            rowId={({ submissionId }) => submissionId}
            columns={[
              {
                id: "reference",
                label: words.reference,
                cell: ({ referenceNumber }) => <Foreign text={referenceNumber} />
              },
              { id: "verdict", label: words.different, cell: (change) => <Verdict change={change} /> },
              { id: "what", label: words.what, cell: (change) => <What change={change} /> }
            ]}
          />
          <Refused error={changes.isFetchNextPageError ? changes.error : null} />
          {changes.hasNextPage && (
            <Button isPending={changes.isFetchingNextPage} onPress={() => void changes.fetchNextPage()}>
              {common.showMore}
            </Button>
          )}
        </div>
      )}
    </Queried>
  )
}

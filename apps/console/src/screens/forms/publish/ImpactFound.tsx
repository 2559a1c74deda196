/** A run: how far it is, and what it found until now. */
import type { ReactNode } from "react"
import type { ImpactResult } from "@formwork/client/contract"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Table } from "../../../parts/Table.tsx"
import { ImpactChanges } from "./ImpactChanges.tsx"
import styles from "./Publish.module.css"

interface ImpactFoundProps {
  readonly formId: string
  readonly run: ImpactResult
  readonly retry: ReactNode
}

type SummaryProps = { readonly summary: ImpactResult["summary"] }

const counts = ["becameInvalid", "becameValid", "changed", "calculatedData", "outcomes", "hiddenFields"] as const

const Counts = ({ summary }: SummaryProps) => {
  const { common, publish } = useMessages()
  const words = publish.impact
  return (
    <dl className={styles.counts}>
      {counts.map((name) => (
        <div key={name} className={styles.count} data-bad={name === "becameInvalid" && summary.becameInvalid > 0}>
          <dt>{words.summary[name]}</dt>
          <dd>{common.number({ n: summary[name] })}</dd>
        </div>
      ))}
    </dl>
  )
}

const Tables = ({ summary: { fields, outcomeIds } }: SummaryProps) => {
  const { common, publish } = useMessages()
  const words = publish.impact
  return (
    <div className={styles.tables}>
      {fields.length > 0 && (
        <Table
          label={words.byField}
          rows={fields}
          rowId={({ field }) => field}
          columns={[
            {
              id: "field",
              label: words.field,
              cell: ({ field }) => (
                <code>
                  <Foreign text={field} />
                </code>
              )
            },
            {
              id: "problems",
              label: words.problems,
              align: "end",
              cell: ({ problems }) => common.number({ n: problems })
            },
            {
              id: "values",
              label: words.values,
              align: "end",
              cell: ({ calculatedData }) => common.number({ n: calculatedData })
            },
            {
              id: "hidden",
              label: words.hidden,
              align: "end",
              cell: ({ hiddenFields }) => common.number({ n: hiddenFields })
            }
          ]}
        />
      )}
      {outcomeIds.length > 0 && (
        <Table
          label={words.byOutcome}
          rows={outcomeIds}
          rowId={({ id }) => id}
          columns={[
            {
              id: "outcome",
              label: words.outcome,
              cell: ({ id }) => (
                <code>
                  <Foreign text={id} />
                </code>
              )
            },
            { id: "raised", label: words.raised, align: "end", cell: ({ raised }) => common.number({ n: raised }) },
            { id: "gone", label: words.gone, align: "end", cell: ({ gone }) => common.number({ n: gone }) }
          ]}
        />
      )}
    </div>
  )
}

export const ImpactFound = ({ formId, retry, run }: ImpactFoundProps) => {
  const { impact: words } = useMessages().publish
  const { done, id, state, summary, total } = run
  const isBroken = state === "interrupted" || state === "failed"
  if (state === "finished" && total === 0) return <p>{words.nothing}</p>
  return (
    <>
      <div className={styles.progress}>
        <progress max={total} value={done} aria-label={words.title} />
        <span role="status">{words.progress({ done, total })}</span>
      </div>
      {isBroken && (
        <Notice tone="warning" actions={retry}>
          {words[state]}
        </Notice>
      )}
      {summary.changed === 0 ? (
        state === "finished" && <Notice tone="ok">{words.none({ n: total })}</Notice>
      ) : (
        <>
          <Counts summary={summary} />
          <Tables summary={summary} />
          {state !== "running" && <ImpactChanges formId={formId} runId={id} />}
        </>
      )}
    </>
  )
}

/** Effects, a row each. Those that failed can be selected. */
import type { Effect } from "@formwork/client/contract"
import { Link } from "@tanstack/react-router"
import { useMessages } from "../../../messages/useMessages.ts"
import { Checkbox } from "../../../parts/Checkbox.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Table } from "../../../parts/Table.tsx"
import type { Column } from "../../../parts/Table.tsx"
import { When } from "../../../parts/When.tsx"
import { EffectState } from "../EffectState.tsx"
import { useFormTitles } from "../useFormTitles.ts"
import { waitingFor } from "../waitingFor.ts"
import styles from "./Effects.module.css"

export const isFailed = ({ state }: Effect): boolean => state === "dead" || state === "stopped"

export interface Selection {
  readonly ids: ReadonlySet<string>
  readonly set: (ids: ReadonlySet<string>) => void
}

const Pick = ({ effect, selection }: { readonly effect: Effect; readonly selection: Selection }) => {
  const { effects } = useMessages()
  const { destination, effectId, id } = effect
  const pick = (isPicked: boolean) => {
    const next = new Set(selection.ids)
    if (isPicked) next.add(id)
    else next.delete(id)
    selection.set(next)
  }
  return (
    <Checkbox isSelected={selection.ids.has(id)} onChange={pick} isLabelHidden isDisabled={!isFailed(effect)}>
      <Foreign text={effects.select({ name: `${effectId}, ${destination}` })} />
    </Checkbox>
  )
}

const StateCell = ({ effect }: { readonly effect: Effect }) => {
  const { effects } = useMessages()
  const { lastAttempt, nextAttemptAt, state } = effect
  const documents = waitingFor(effect)
  const reason = lastAttempt?.reason ?? null
  return (
    <span className={styles.outcome}>
      <EffectState state={state} />
      {state === "pending" && nextAttemptAt !== null && (
        <span className={styles.quiet}>
          {effects.next} <When at={nextAttemptAt} />
        </span>
      )}
      {documents !== "" && (
        <span className={styles.quiet}>
          {effects.waits} <Foreign text={documents} />
        </span>
      )}
      {state !== "delivered" && reason !== null && (
        <span className={styles.reason}>
          <Foreign text={reason} />
        </span>
      )}
    </span>
  )
}

const useColumns = (selection: Selection): ReadonlyArray<Column<Effect>> => {
  const { effects } = useMessages()
  const titles = useFormTitles()
  const words = effects.columns
  return [
    {
      id: "effect",
      label: words.effect,
      cell: (effect) => (
        <span className={styles.effect}>
          <Pick effect={effect} selection={selection} />
          <span className={styles.name}>
            <Link to="/effects/$effectId" params={{ effectId: effect.id }}>
              <Foreign text={effect.effectId} isName />
            </Link>
            <span className={styles.quiet}>{effects.kinds[effect.kind]}</span>
          </span>
        </span>
      )
    },
    {
      id: "form",
      label: words.form,
      cell: ({ formId }) => (
        <span className={styles.long}>
          <Foreign text={titles.get(formId) ?? effects.noForm({ id: formId })} isName />
        </span>
      )
    },
    {
      id: "destination",
      label: words.destination,
      cell: ({ destination }) => (
        <span className={styles.long}>
          <Foreign text={destination} />
        </span>
      )
    },
    { id: "state", label: words.state, cell: (effect) => <StateCell effect={effect} /> },
    { id: "attempts", label: words.attempts, align: "end", cell: ({ attemptCount }) => attemptCount },
    { id: "fired", label: words.fired, cell: ({ createdAt }) => <When at={createdAt} /> }
  ]
}

interface TableProps {
  readonly rows: ReadonlyArray<Effect>
  readonly selection: Selection
}

export const EffectTable = ({ rows, selection }: TableProps) => {
  const { effects } = useMessages()
  return <Table label={effects.title} columns={useColumns(selection)} rows={rows} rowId={({ id }) => id} />
}

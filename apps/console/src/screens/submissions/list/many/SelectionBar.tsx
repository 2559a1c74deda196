/** What can be done with the submissions that are selected. */
import type { Submission } from "@formwork/client/contract"
import { useQueries } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { useMay, useMe } from "../../../../api/me.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Menu } from "../../../../parts/Menu.tsx"
import { openedVersionQuery } from "../openedVersion.ts"
import type { Reading } from "../useReading.ts"
import { type CommonTransition, commonTransitions } from "./commonTransitions.ts"
import { RetryMany } from "./RetryMany.tsx"
import { TransitionMany } from "./TransitionMany.tsx"
import styles from "./Many.module.css"

interface SelectionBarProps {
  readonly reading: Reading
  readonly chosen: ReadonlyArray<Submission>
  /** Whether all that pass the filters are meant, also those that are not read yet. */
  readonly isAll: boolean
  readonly onAll: () => void
  readonly onStop: () => void
  readonly onClear: () => void
}

/** Undefined while their workflows are being read. */
const useCommonTransitions = (
  chosen: ReadonlyArray<Submission>
): { readonly transitions: ReadonlyArray<CommonTransition> | undefined; readonly isUnread: boolean } => {
  const versions = [...new Map(chosen.map(({ formId, formVersionId }) => [formVersionId, formId]))]
  const read = useQueries({ queries: versions.map(([versionId, formId]) => openedVersionQuery(formId, versionId)) })
  if (read.some(({ isError }) => isError)) return { transitions: [], isUnread: true }
  if (read.some(({ data }) => data === undefined)) return { transitions: undefined, isUnread: false }
  const workflows = new Map(
    read.flatMap(({ data }, index) => {
      const workflow = data?.checked?.definition.workflow
      return workflow === undefined ? [] : [[versions[index]?.[0] ?? "", workflow] as const]
    })
  )
  return { transitions: commonTransitions(chosen, workflows), isUnread: false }
}

const Transitions = ({
  chosen,
  onChoose
}: Pick<SelectionBarProps, "chosen"> & { readonly onChoose: (one: CommonTransition) => void }) => {
  const { transitions: words } = useMessages().submissions
  const held = new Set<string>(useMe().privileges)
  const { isUnread, transitions } = useCommonTransitions(chosen)
  const missingFor = ({ privileges }: CommonTransition): string | undefined =>
    ["submission:write", ...privileges].find((one) => !held.has(one))
  if (transitions === undefined) return <Button isPending>{words.menu}</Button>
  if (transitions.length === 0) return <span>{isUnread ? words.unread : words.none({ n: chosen.length })}</span>
  return (
    <Menu
      label={words.menu}
      actions={transitions.map((transition) => {
        const privilege = missingFor(transition)
        const label = words.item({ name: transition.name, to: transition.to })
        return {
          id: transition.name,
          label: privilege === undefined ? label : words.lacking({ label, privilege }),
          isDisabled: privilege !== undefined,
          onAction: () => onChoose(transition)
        }
      })}
    >
      {words.menu} ▾
    </Menu>
  )
}

const HowMany = ({ chosen, isAll, onAll, onStop, reading }: SelectionBarProps) => {
  const { selection } = useMessages().submissions
  if (reading.isReadingAll)
    return (
      <>
        <span className={styles.count} role="status">
          {selection.reading({ n: chosen.length })}
        </span>
        <Button size="small" onPress={onStop}>
          {selection.stop}
        </Button>
      </>
    )
  const isWhole = reading.isWhole || reading.isFull
  return (
    <>
      <span className={styles.count} role="status">
        {isAll && isWhole ? selection.all({ n: chosen.length }) : selection.some({ n: chosen.length })}
      </span>
      {!(isAll && isWhole) && (reading.rows.length > chosen.length || !isWhole) && (
        <Button size="small" onPress={onAll}>
          {selection.selectAll}
        </Button>
      )}
    </>
  )
}

export const SelectionBar = (props: SelectionBarProps) => {
  const { chosen, onClear, reading } = props
  const { retry, selection } = useMessages().submissions
  const mayRetry = useMay("effect:write")
  // As they were when the dialog was opened: what is done changes the rows.
  const [act, setAct] = useState<
    { readonly items: ReadonlyArray<Submission>; readonly transition: CommonTransition | undefined } | undefined
  >()
  const area = useRef<HTMLElement>(null)
  const close = () => {
    setAct(undefined)
    // What opened the dialog may be gone: the submissions have other transitions now.
    setTimeout(() => area.current?.focus())
  }
  const isReading = reading.isReadingAll
  return (
    <section aria-label={selection.label} className={styles.selection} tabIndex={-1} ref={area}>
      <HowMany {...props} />
      {!isReading && (
        <>
          <Transitions chosen={act?.items ?? chosen} onChoose={(transition) => setAct({ items: chosen, transition })} />
          <Button size="small" isDisabled={!mayRetry} onPress={() => setAct({ items: chosen, transition: undefined })}>
            {mayRetry ? retry.open : retry.lacking}
          </Button>
        </>
      )}
      <Button size="small" look="plain" onPress={onClear}>
        {selection.clear}
      </Button>
      {act !== undefined &&
        (act.transition === undefined ? (
          <RetryMany items={act.items} onClose={close} />
        ) : (
          <TransitionMany items={act.items} transition={act.transition} onClose={close} />
        ))}
    </section>
  )
}

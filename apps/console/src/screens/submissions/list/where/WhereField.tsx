/** A condition of the rule language over the form's fields, for people who need more than the other filters. Nothing is asked of the server while it has a fault. */
import type { Fault } from "@formwork/rules/Fault"
import { useEffect, useEffectEvent, useId, useRef, useState } from "react"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import type { OpenedVersion } from "../openedVersion.ts"
import { BuildCondition } from "./BuildCondition.tsx"
import { openWhere, type OpenWhere } from "./openWhere.ts"
import styles from "./WhereField.module.css"

export interface WhereFieldProps {
  readonly version: OpenedVersion
  readonly value: string
  readonly onApply: (source: string) => void
}

export const WhereField = ({ onApply, value, version }: WhereFieldProps) => {
  const { source: words, submissions } = useMessages()
  const { where } = submissions
  const id = useId()
  const parent = useRef<HTMLDivElement>(null)
  const field = useRef<OpenWhere>(null)
  const [text, setText] = useState(value)
  const [faults, setFaults] = useState<ReadonlyArray<Fault>>([])
  const [isBuilding, setBuilding] = useState(false)
  const { checked } = version
  const apply = () => {
    if (faults.length > 0) field.current?.focus()
    else onApply(text.trim())
  }
  const onEnter = useEffectEvent(apply)
  const first = useEffectEvent(() => value)
  useEffect(() => {
    if (parent.current === null) return undefined
    const opened = openWhere(parent.current, {
      version,
      label: where.label,
      describedBy: id,
      value: first(),
      words,
      onChange: (next, found) => {
        setText(next)
        setFaults(found)
      },
      onApply: () => onEnter()
    })
    field.current = opened
    return opened.close
  }, [version, where.label, words, id])
  useEffect(() => field.current?.show(value), [value])
  return (
    <div className={styles.where}>
      <span className={styles.label}>{where.label}</span>
      <div className={styles.line}>
        <div className={styles.field} ref={parent} data-invalid={faults.length > 0 || undefined} />
        <Button isDisabled={faults.length > 0 || text.trim() === value} onPress={apply}>
          {where.apply}
        </Button>
        <Button isExpanded={isBuilding} isDisabled={checked === undefined} onPress={() => setBuilding(!isBuilding)}>
          {where.build.open}
        </Button>
      </div>
      <div id={id} className={faults.length > 0 ? styles.problem : styles.description} aria-live="polite">
        {faults.length === 0
          ? where.why
          : faults.map(({ message, range }) => (
              <p key={`${range?.start} ${message}`}>
                <Foreign text={message} />
              </p>
            ))}
      </div>
      {isBuilding && checked !== undefined && (
        <BuildCondition
          form={checked}
          onAdd={(condition) => {
            setBuilding(false)
            field.current?.add(condition)
          }}
        />
      )}
    </div>
  )
}

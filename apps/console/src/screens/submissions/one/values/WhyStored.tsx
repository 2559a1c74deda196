/** Why a field of a submission has its value, or was not asked: its rules, as they ran. */
import { useEffect, useRef } from "react"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import type { StoredEvaluated } from "../../../author/engine/Protocol.ts"
import { fieldOfPayload, rulesOfField } from "../../../author/tryOut/whyOf.ts"
import { WhyTree } from "../../../author/tryOut/WhyTree.tsx"
import styles from "./Values.module.css"

interface WhyStoredProps {
  readonly run: Pick<StoredEvaluated, "names" | "trace">
  /** Of the field, in the values: `/drivers/0/age`. */
  readonly pointer: string
  readonly onClose: () => void
}

export const WhyStored = ({ onClose, pointer, run: { names, trace } }: WhyStoredProps) => {
  const { common, tryOut } = useMessages()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { field, row } = fieldOfPayload(names, pointer)
  const rules = field === undefined ? [] : rulesOfField(trace, field.pointer, row)
  const label = field?.label ?? pointer
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves it, as it leaves a popover
    <section
      className={styles.why}
      aria-label={tryOut.why.whyOf({ name: label })}
      onKeyDown={({ key }) => {
        if (key === "Escape") onClose()
      }}
    >
      <header className={styles.head}>
        <h2 className={styles.title} ref={heading} tabIndex={-1}>
          <Foreign text={label} />
        </h2>
        <Button size="small" look="plain" onPress={onClose}>
          {common.close}
        </Button>
      </header>
      {rules.length === 0 && <p>{tryOut.why.noRules}</p>}
      {rules.map((rule) => (
        <div key={`${rule.pointer} ${rule.row ?? ""}`} className={styles.rule}>
          <code className={styles.expression}>
            <Foreign text={rule.expression} />
          </code>
          <WhyTree rule={rule} trace={trace} names={names} showName={(_, __, name) => <code>{name}</code>} />
        </div>
      ))}
    </section>
  )
}

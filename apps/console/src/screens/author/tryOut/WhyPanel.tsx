/** Why a field has its value, is hidden or is required: its rules in the last evaluation. */
import { useEffect, useRef } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import { useEngine } from "../authoring/useAuthoring.ts"
import { useFocusField } from "./useFocusField.ts"
import { Why } from "./Why.tsx"
import { fieldOfPayload, rulesOfField } from "./whyOf.ts"
import styles from "./WhyPanel.module.css"

interface WhyPanelProps {
  readonly authoring: Authoring
  /** Of the field, in the payload: `/drivers/0/age`. */
  readonly pointer: string
  readonly onClose: () => void
}

export const WhyPanel = ({ authoring, onClose, pointer }: WhyPanelProps) => {
  const { common, tryOut } = useMessages()
  const names = useEngine(authoring, ({ checked }) => checked?.names) ?? []
  const trace = useEngine(authoring, ({ evaluated }) => evaluated?.trace) ?? []
  const focusField = useFocusField(authoring)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { field, row } = fieldOfPayload(names, pointer)
  const rules = field === undefined ? [] : rulesOfField(trace, field.pointer, row)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves it, as it leaves a popover
    <section
      className={styles.panel}
      aria-label={tryOut.why.whyOf({ name: field?.label ?? pointer })}
      onKeyDown={({ key }) => {
        if (key === "Escape") onClose()
      }}
    >
      <header className={styles.head}>
        <h3 className={styles.title} ref={heading} tabIndex={-1}>
          <Foreign text={field?.label ?? pointer} />
        </h3>
        <Button size="small" look="plain" onPress={onClose}>
          {common.close}
        </Button>
      </header>
      {rules.length === 0 && <p>{tryOut.why.noRules}</p>}
      {rules.map((rule) => (
        <Why
          authoring={authoring}
          key={`${rule.pointer} ${rule.row ?? ""}`}
          rule={rule}
          trace={trace}
          names={names}
          onFocus={focusField}
        />
      ))}
    </section>
  )
}

/** Why a rule gave what it gave: its sentence, and below it each value that it read, with its own why. */
import { useState } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import { ChainName } from "../chain/ChainName.tsx"
import type { FieldName, RanRule } from "../engine/Protocol.ts"
import { valueText } from "../source/valueText.ts"
import { fieldRead, rulesOfField } from "./whyOf.ts"
import styles from "./Why.module.css"

interface WhyProps {
  readonly authoring: Authoring
  readonly rule: RanRule
  readonly trace: ReadonlyArray<RanRule>
  readonly names: ReadonlyArray<FieldName>
  readonly onFocus: (field: FieldName, row: number | undefined) => void
}

type Read = RanRule["read"][number]

const ReadValue = ({ authoring, names, onFocus, read, rule, trace }: WhyProps & { readonly read: Read }) => {
  const { source, tryOut } = useMessages()
  const [isOpen, setOpen] = useState(false)
  const field = fieldRead(names, rule, read.name)
  const isOfRow = field?.name.endsWith(`.${read.name}`) === true
  const below = field === undefined ? [] : rulesOfField(trace, field.pointer, isOfRow ? rule.row : undefined)
  return (
    <li>
      {field === undefined ? (
        <code>{read.name}</code>
      ) : (
        <ChainName authoring={authoring} pointer={field.pointer}>
          <Button size="small" look="plain" onPress={() => onFocus(field, isOfRow ? rule.row : undefined)}>
            <code>{read.name}</code>
          </Button>
        </ChainName>
      )}
      <span>
        {tryOut.why.is} <Foreign text={valueText(read.value, source.missing)} />
      </span>
      {below.length > 0 && (
        <Button
          size="small"
          look="plain"
          isExpanded={isOpen}
          label={tryOut.why.whyOf({ name: read.name })}
          onPress={() => setOpen(!isOpen)}
        >
          {tryOut.why.why} {isOpen ? "▾" : "▸"}
        </Button>
      )}
      {isOpen &&
        below.map((one) => (
          <Why
            key={`${one.pointer} ${one.row ?? ""}`}
            authoring={authoring}
            rule={one}
            trace={trace}
            names={names}
            onFocus={onFocus}
          />
        ))}
    </li>
  )
}

export const Why = (props: WhyProps) => {
  const { rule } = props
  return (
    <div className={styles.why}>
      <p className={styles.words}>
        <Foreign text={rule.words} />
      </p>
      {rule.read.length > 0 && (
        <ul className={styles.reads}>
          {rule.read.map((read) => (
            <ReadValue key={read.name} {...props} read={read} />
          ))}
        </ul>
      )}
    </div>
  )
}

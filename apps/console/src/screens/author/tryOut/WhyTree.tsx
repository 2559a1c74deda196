/** Why a rule gave what it gave: its sentence, and below it each value that it read, with its own why. */
import { type ReactNode, useState } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import type { FieldName, RanRule } from "../engine/Protocol.ts"
import { valueText } from "../source/valueText.ts"
import { fieldRead, rulesOfField } from "./whyOf.ts"
import styles from "./Why.module.css"

/** How the name of a field that a rule read is shown. */
type ShowName = (field: FieldName, row: number | undefined, name: string) => ReactNode

interface WhyTreeProps {
  readonly rule: RanRule
  readonly trace: ReadonlyArray<RanRule>
  readonly names: ReadonlyArray<FieldName>
  readonly showName: ShowName
}

type Read = RanRule["read"][number]

const ReadValue = ({ names, read, rule, showName, trace }: WhyTreeProps & { readonly read: Read }) => {
  const { source, tryOut } = useMessages()
  const [isOpen, setOpen] = useState(false)
  const field = fieldRead(names, rule, read.name)
  const isOfRow = field?.name.endsWith(`.${read.name}`) === true
  const below = field === undefined ? [] : rulesOfField(trace, field.pointer, isOfRow ? rule.row : undefined)
  return (
    <li>
      {field === undefined ? <code>{read.name}</code> : showName(field, isOfRow ? rule.row : undefined, read.name)}{" "}
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
          <WhyTree key={`${one.pointer} ${one.row ?? ""}`} rule={one} trace={trace} names={names} showName={showName} />
        ))}
    </li>
  )
}

export const WhyTree = (props: WhyTreeProps) => {
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

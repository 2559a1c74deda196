/** What the options of a choice have besides value and label: each attribute a row. What each option has of it stands with the options. */
import { useMessages } from "../../../../../messages/useMessages.ts"
import { Button } from "../../../../../parts/Button.tsx"
import { Foreign } from "../../../../../parts/Foreign.tsx"
import { nodeAt } from "../../../document/nodes.ts"
import { below, isWithin, parentOf } from "../../../document/pointer.ts"
import type { ControlProps } from "../Control.ts"
import inspector from "../Inspector.module.css"
import styles from "../workflow/Workflow.module.css"
import { newAttribute } from "./attributeEdits.ts"
import { AttributeRow } from "./AttributeRow.tsx"
import { attributesOf } from "./optionColumns.ts"
import options from "./OptionsControl.module.css"

export const AttributesControl = (props: ControlProps) => {
  const isOfTable = nodeAt(props.tree, below(parentOf(props.pointer) ?? "", "optionsFrom")) !== undefined
  return isOfTable && props.node === undefined ? null : <OwnAttributes {...props} />
}

const OwnAttributes = (props: ControlProps) => {
  const { description, isDisabled, label, node, onChange, pointer, tools } = props
  const { attributes: words } = useMessages().structure
  const attributes = attributesOf(node)
  const faultAt = (at: string) => tools.faults.find((fault) => isWithin(fault.pointer, at))
  const problem = faultAt(pointer)?.message ?? ""
  const add = (): void => {
    const json = newAttribute(attributes)
    if (node === undefined) onChange(`[${json}]`)
    else tools.store.edit({ edit: "insert", list: pointer, index: attributes.length, json }, { isQuiet: true })
  }
  return (
    <div className={inspector.rule}>
      <span className={inspector.fixedLabel}>{label}</span>
      {attributes.length > 0 && (
        <table className={styles.table} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              <th scope="col">{words.type}</th>
              <th scope="col">{words.decimals}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {attributes.map((attribute, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- an attribute has no name but the one that is being typed
              <AttributeRow
                key={index}
                {...props}
                attribute={attribute}
                index={index}
                isWrong={faultAt(below(pointer, index)) !== undefined}
              />
            ))}
          </tbody>
        </table>
      )}
      {problem !== "" && (
        <span className={inspector.problem}>
          <Foreign text={problem} />
        </span>
      )}
      <div className={options.below}>
        <Button size="small" isDisabled={isDisabled} onPress={add}>
          {words.add}
        </Button>
        {description !== undefined && <span className={inspector.hint}>{description}</span>}
      </div>
    </div>
  )
}

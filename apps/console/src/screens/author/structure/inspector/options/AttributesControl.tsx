/** What the options of a choice have besides value and label: each attribute a row. What each option has of it stands with the options. */
import { useMessages } from "../../../../../messages/useMessages.ts"
import { nodeAt } from "../../../document/nodes.ts"
import { below, isWithin, parentOf } from "../../../document/pointer.ts"
import { AddedParts, PartsTable } from "../AddedParts.tsx"
import type { ControlProps } from "../Control.ts"
import { newAttribute } from "./attributeEdits.ts"
import { AttributeRow } from "./AttributeRow.tsx"
import { attributesOf } from "./optionColumns.ts"

export const AttributesControl = (props: ControlProps) => {
  const isOfTable = nodeAt(props.tree, below(parentOf(props.pointer) ?? "", "optionsFrom")) !== undefined
  return isOfTable && props.node === undefined ? null : <OwnAttributes {...props} />
}

const OwnAttributes = (props: ControlProps) => {
  const { label, node, onChange, pointer, tools } = props
  const { attributes: words } = useMessages().structure
  const attributes = attributesOf(node)
  const faultAt = (at: string) => tools.faults.find((fault) => isWithin(fault.pointer, at))
  const add = (): void => {
    const json = newAttribute(attributes)
    if (node === undefined) onChange(`[${json}]`)
    else tools.store.edit({ edit: "insert", list: pointer, index: attributes.length, json }, { isQuiet: true })
  }
  return (
    <AddedParts {...props} problem={faultAt(pointer)?.message ?? ""} addLabel={words.add} onAdd={add}>
      {attributes.length > 0 && (
        <PartsTable label={label} heads={[words.name, words.type, words.decimals]}>
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
        </PartsTable>
      )}
    </AddedParts>
  )
}

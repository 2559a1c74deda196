/** The constants of a form: values with names, each a row. */
import { useMessages } from "../../../../../messages/useMessages.ts"
import { below } from "../../../document/pointer.ts"
import { AddedParts, PartsTable } from "../AddedParts.tsx"
import type { ControlProps } from "../Control.ts"
import { ConstantRow } from "./ConstantRow.tsx"
import { constantsOf, firstOf, unusedName } from "./constantsOf.ts"

export const ConstantsControl = (props: ControlProps) => {
  const { isDisabled, label, node, onChange, pointer, tools } = props
  const { constants: words } = useMessages().structure
  const constants = constantsOf(node)
  const add = (): void => {
    const name = unusedName(constants)
    if (node === undefined) onChange(`{${JSON.stringify(name)}:${firstOf("number")}}`)
    else tools.store.edit({ edit: "set", pointer: below(pointer, name), json: firstOf("number") }, { isQuiet: true })
  }
  return (
    <AddedParts {...props} addLabel={words.add} onAdd={add}>
      {constants.length > 0 && (
        <PartsTable label={label} heads={[words.name, words.type, words.value]}>
          {constants.map((constant) => (
            <ConstantRow
              key={constant.name}
              constant={constant}
              pointer={pointer}
              isDisabled={isDisabled}
              tools={tools}
            />
          ))}
        </PartsTable>
      )}
    </AddedParts>
  )
}

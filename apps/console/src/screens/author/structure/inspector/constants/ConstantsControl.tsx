/** The constants of a form: values with names, each a row. */
import { useMessages } from "../../../../../messages/useMessages.ts"
import { Button } from "../../../../../parts/Button.tsx"
import { Foreign } from "../../../../../parts/Foreign.tsx"
import { below } from "../../../document/pointer.ts"
import type { ControlProps } from "../Control.ts"
import inspector from "../Inspector.module.css"
import options from "../options/OptionsControl.module.css"
import styles from "../workflow/Workflow.module.css"
import { ConstantRow } from "./ConstantRow.tsx"
import { constantsOf, firstOf, unusedName } from "./constantsOf.ts"

export const ConstantsControl = (props: ControlProps) => {
  const { description, isDisabled, label, node, onChange, pointer, problem, tools } = props
  const { constants: words } = useMessages().structure
  const constants = constantsOf(node)
  const add = (): void => {
    const name = unusedName(constants)
    if (node === undefined) onChange(`{${JSON.stringify(name)}:${firstOf("number")}}`)
    else tools.store.edit({ edit: "set", pointer: below(pointer, name), json: firstOf("number") }, { isQuiet: true })
  }
  return (
    <div className={inspector.rule}>
      <span className={inspector.fixedLabel}>{label}</span>
      {constants.length > 0 && (
        <table className={styles.table} aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{words.name}</th>
              <th scope="col">{words.type}</th>
              <th scope="col">{words.value}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {constants.map((constant) => (
              <ConstantRow
                key={constant.name}
                constant={constant}
                pointer={pointer}
                isDisabled={isDisabled}
                tools={tools}
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

/** An object's members, each with its control. */
import { memberOf } from "../../../document/nodes.ts"
import { below } from "../../../document/pointer.ts"
import styles from "./Effect.module.css"
import { partsOf } from "./Schema.ts"
import type { ShapeProps } from "./SchemaProps.ts"

export const GroupControl = (props: ShapeProps) => {
  const { Nested, good, isDisabled, label, node, onChange, pointer, problem, schema, tools } = props
  const { required = [] } = schema
  const change = (name: string, json: string | undefined): void => {
    const at = below(pointer, name)
    if (node === undefined) onChange(json === undefined ? undefined : `{${JSON.stringify(name)}:${json}}`)
    else if (json === undefined) tools.store.edit({ edit: "remove", pointer: at }, { typing: true })
    else tools.store.edit({ edit: "set", pointer: at, json }, { typing: true })
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {problem !== "" && <p className={styles.problem}>{problem}</p>}
      {partsOf(schema).map(([name, part]) => (
        <Nested
          key={name}
          schema={part}
          name={name}
          pointer={below(pointer, name)}
          node={memberOf(node, name)}
          good={good}
          isRequired={required.includes(name)}
          isDisabled={isDisabled}
          tools={tools}
          onChange={(json) => change(name, json)}
        />
      ))}
    </fieldset>
  )
}

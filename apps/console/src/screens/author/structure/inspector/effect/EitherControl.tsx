/** A text, or an object in its place: a header that is written out, or one with a secret. */
import { useMessages } from "../../../../../messages/useMessages.ts"
import { Select } from "../../../../../parts/Select.tsx"
import styles from "./Effect.module.css"
import { firstOf } from "./Schema.ts"
import type { ShapeProps } from "./SchemaProps.ts"

export const EitherControl = (props: ShapeProps) => {
  const { structure } = useMessages()
  const { Nested, good, isDisabled, label, name, node, onChange, pointer, schema, tools } = props
  const variants = (schema.anyOf ?? []).map((one, index) => ({
    id: String(index),
    schema: one,
    isObject: one.properties !== undefined,
    label: one.properties === undefined ? structure.aText : Object.keys(one.properties).slice(0, 1).join()
  }))
  const now = variants.find(({ isObject }) => isObject === (node?.type === "object"))
  if (now === undefined) return null
  return (
    <div className={styles.either}>
      <Select
        label={structure.kindOf({ name: label })}
        isDisabled={isDisabled}
        options={variants}
        value={now.id}
        onChange={(id) => {
          const chosen = variants.find((one) => one.id === id)
          if (chosen !== undefined && chosen !== now) onChange(firstOf(chosen.schema))
        }}
      />
      <Nested
        key={now.id}
        schema={now.schema}
        name={name}
        label={label}
        pointer={pointer}
        node={node}
        good={good}
        isRequired
        isDisabled={isDisabled}
        tools={tools}
        onChange={onChange}
      />
    </div>
  )
}

/** An object whose members' names are the author's own: the headers of a request. */
import { useState } from "react"
import { useMessages } from "../../../../../messages/useMessages.ts"
import { Button } from "../../../../../parts/Button.tsx"
import { TextField } from "../../../../../parts/TextField.tsx"
import { membersOf } from "../../../document/nodes.ts"
import { below } from "../../../document/pointer.ts"
import styles from "./Effect.module.css"
import { firstOf } from "./Schema.ts"
import type { ShapeProps } from "./SchemaProps.ts"

export const MapControl = (props: ShapeProps) => {
  const { structure } = useMessages()
  const { Nested, description, good, isDisabled, label, node, onChange, pointer, schema, tools } = props
  const [name, setName] = useState("")
  const part = typeof schema.additionalProperties === "object" ? schema.additionalProperties : {}
  const first = firstOf(part.anyOf?.[0] ?? part)
  const add = (): void => {
    if (name.trim() === "") return
    if (node === undefined) onChange(`{${JSON.stringify(name.trim())}:${first}}`)
    else tools.store.edit({ edit: "set", pointer: below(pointer, name.trim()), json: first }, { isQuiet: true })
    setName("")
  }
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {description !== undefined && <p className={styles.hint}>{description}</p>}
      {membersOf(node).map((member) => (
        <div key={member.name} className={styles.entry}>
          <Nested
            schema={part}
            name={member.name}
            label={member.name}
            pointer={below(pointer, member.name)}
            node={member.value}
            good={good}
            isRequired
            isDisabled={isDisabled}
            tools={tools}
            onChange={(json) =>
              tools.store.edit(
                { edit: "set", pointer: below(pointer, member.name), json: json ?? '""' },
                { typing: true }
              )
            }
          />
          <Button
            size="small"
            look="plain"
            isDisabled={isDisabled}
            label={structure.remove({ name: member.name })}
            onPress={() =>
              tools.store.edit({ edit: "remove", pointer: below(pointer, member.name) }, { isQuiet: true })
            }
          >
            ✕
          </Button>
        </div>
      ))}
      <form
        className={styles.entry}
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <TextField label={structure.newName} value={name} isDisabled={isDisabled} onChange={setName} />
        <Button type="submit" isDisabled={isDisabled || name.trim() === ""}>
          {structure.addEntry}
        </Button>
      </form>
    </fieldset>
  )
}

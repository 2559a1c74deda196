/** A list of objects of several kinds: the blocks of a document. */
import { useMessages } from "../../../../../messages/useMessages.ts"
import { Button } from "../../../../../parts/Button.tsx"
import { Menu } from "../../../../../parts/Menu.tsx"
import { entriesOf, memberOf, membersOf } from "../../../document/nodes.ts"
import type { Node } from "../../../document/parseText.ts"
import { below } from "../../../document/pointer.ts"
import { wordFor } from "../wordFor.ts"
import styles from "./Effect.module.css"
import { firstOf, type Schema } from "./Schema.ts"
import type { ShapeProps } from "./SchemaProps.ts"

/** A kind is known by the member that it has to have. */
const nameOf = ({ required = [] }: Schema): string => required[0] ?? ""

const variantOf = (variants: ReadonlyArray<Schema>, entry: Node): Schema | undefined =>
  variants.find((one) => membersOf(entry).some(({ name }) => name === nameOf(one)))

export const VariantsControl = (props: ShapeProps) => {
  const { structure } = useMessages()
  const { isDisabled, label, node, onChange, pointer, problem, schema, tools } = props
  const variants = schema.items?.oneOf ?? []
  const word = (name: string): string => wordFor(structure.members, name) ?? name
  const entries = entriesOf(node)
  const add = (variant: Schema): void => {
    if (node?.type !== "array") onChange(`[${firstOf(variant)}]`)
    else
      tools.store.edit(
        { edit: "insert", list: pointer, index: entries.length, json: firstOf(variant) },
        { isQuiet: true }
      )
  }
  const actions = variants.map((variant) => ({
    id: nameOf(variant),
    label: word(nameOf(variant)),
    isDisabled,
    onAction: () => add(variant)
  }))
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {problem !== "" && <p className={styles.problem}>{problem}</p>}
      {entries.map((entry, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a block has no name
        <VariantEntry key={index} {...props} entry={entry} index={index} variant={variantOf(variants, entry)} />
      ))}
      <Menu label={structure.addEntry} actions={actions}>
        {structure.addEntry}
      </Menu>
    </fieldset>
  )
}

interface VariantEntryProps extends ShapeProps {
  readonly entry: Node
  readonly index: number
  readonly variant: Schema | undefined
}

const VariantEntry = ({ Nested, entry, good, index, isDisabled, pointer, tools, variant }: VariantEntryProps) => {
  const { structure } = useMessages()
  const at = below(pointer, index)
  const name = variant === undefined ? "" : nameOf(variant)
  const number = index + 1
  const move = (to: number) =>
    tools.store.edit({ edit: "move", pointer: at, list: pointer, index: to }, { isQuiet: true })
  return (
    <div className={styles.entry}>
      {variant !== undefined && (
        <Nested
          schema={variant.properties?.[name] ?? {}}
          name={name}
          pointer={below(at, name)}
          node={memberOf(entry, name)}
          good={good}
          isRequired
          isDisabled={isDisabled}
          tools={tools}
          onChange={(json) =>
            tools.store.edit({ edit: "set", pointer: below(at, name), json: json ?? '""' }, { typing: true })
          }
        />
      )}
      <span className={styles.buttons}>
        <Button
          size="small"
          look="plain"
          isDisabled={isDisabled}
          label={structure.up({ number })}
          onPress={() => move(index - 1)}
        >
          ↑
        </Button>
        <Button
          size="small"
          look="plain"
          isDisabled={isDisabled}
          label={structure.down({ number })}
          onPress={() => move(index + 1)}
        >
          ↓
        </Button>
        <Button
          size="small"
          look="plain"
          isDisabled={isDisabled}
          label={structure.removeNumber({ number })}
          onPress={() => tools.store.edit({ edit: "remove", pointer: at }, { isQuiet: true })}
        >
          ✕
        </Button>
      </span>
    </div>
  )
}

/** The options of a choice, as a grid that takes a paste from a spreadsheet. */
import { useEffect, useMemo, useRef, useState } from "react"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Select } from "../../../../parts/Select.tsx"
import { Button } from "../../../../parts/Button.tsx"
import { entriesOf, nodeAt } from "../../document/nodes.ts"
import { languagesOf } from "../../document/translations.ts"
import { below, isWithin, parentOf } from "../../document/pointer.ts"
import type { StructureTools } from "../StructureTools.ts"
import type { ControlProps } from "./Control.ts"
import inspector from "./Inspector.module.css"
import { cellsOf } from "./options/cells.ts"
import { OptionRow, type RowEdits } from "./options/OptionRow.tsx"
import styles from "./options/OptionsControl.module.css"
import { type LabelLanguage, labelWith } from "./options/labelLanguage.ts"
import { attributesOf, cellJson, cellsOfOption, type Column, columnsOf } from "./options/optionColumns.ts"
import { pasted } from "./options/pasted.ts"

const editsOf = (
  { store }: StructureTools,
  pointer: string,
  columns: ReadonlyArray<Column>,
  into: LabelLanguage,
  focus: (index: number) => void
): RowEdits => {
  const at = (index: number) => below(pointer, index)
  const length = (): number => {
    const { good } = store.getSnapshot()
    return good === undefined ? 0 : entriesOf(nodeAt(good.tree, pointer)).length
  }
  /** The field stays selected, and not the option. */
  const edit = (...given: Parameters<typeof store.edit>): void =>
    void store.edit(given[0], { ...given[1], isQuiet: true })
  return {
    change: (index, column, text) => {
      const member = below(at(index), column.name)
      const { good } = store.getSnapshot()
      if (good === undefined) return
      const json =
        column.is === "label"
          ? labelWith(good.text, nodeAt(good.tree, member), into, text === "" ? undefined : text)
          : text === "" && column.is !== "value"
            ? undefined
            : cellJson(column, text)
      if (json === undefined) edit({ edit: "remove", pointer: member }, { typing: true })
      else edit({ edit: "set", pointer: member, json, after: ["value", "label"] }, { typing: true })
    },
    paste: (index, from, text) => {
      const { good } = store.getSnapshot()
      if (good === undefined) return
      const json = pasted(good.text, nodeAt(good.tree, pointer), index, columns, from, cellsOf(text), into)
      edit({ edit: "set", pointer, json })
    },
    add: (index) => {
      edit({ edit: "insert", list: pointer, index: index + 1, json: '{"value":""}' })
      focus(index + 1)
    },
    remove: (index) => {
      edit({ edit: "remove", pointer: at(index) })
      focus(Math.min(index, length() - 1))
    },
    move: (index, by) => {
      if (index + by < 0 || index + by >= length()) return
      edit({ edit: "move", pointer: at(index), list: pointer, index: index + by })
      focus(index + by)
    }
  }
}

/** Puts the caret into an option once it is there. */
const useFocusedOption = () => {
  const ref = useRef<HTMLDivElement>(null)
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    if (wanted.current === undefined) return
    const input = ref.current?.querySelector(`[data-option="${wanted.current} value"]`)
    wanted.current = undefined
    if (input instanceof HTMLElement) input.focus()
  })
  return { ref, focus: (index: number): void => void (wanted.current = index) }
}

export const OptionsControl = (props: ControlProps) => {
  const isOfTable = nodeAt(props.tree, below(parentOf(props.pointer) ?? "", "optionsFrom")) !== undefined
  return isOfTable && props.node === undefined ? null : <OwnOptions {...props} />
}

/** The same list while the attributes stay: rows are drawn again where it is another one. */
const useColumns = ({ pointer, tree }: ControlProps): ReadonlyArray<Column> => {
  const attributes = JSON.stringify(attributesOf(nodeAt(tree, below(parentOf(pointer) ?? "", "attributes"))))
  return useMemo(() => columnsOf(JSON.parse(attributes)), [attributes])
}

/** The language in which labels are shown and written; the form's own until another one is chosen. */
const useLabelLanguage = (tree: ControlProps["tree"]) => {
  const languages = languagesOf(tree)
  const [chosen, choose] = useState<string>()
  const language = chosen !== undefined && languages.includes(chosen) ? chosen : languages[0]
  return { into: { languages, language }, choose, key: [language, ...languages].join(" ") }
}

const OwnOptions = (props: ControlProps) => {
  const { isDisabled, label, node, pointer, problem, tools, tree } = props
  const { structure } = useMessages()
  const { focus, ref } = useFocusedOption()
  const columns = useColumns(props)
  const { choose, into, key } = useLabelLanguage(tree)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `focus` writes to a ref: any of them does, and `key` has all of `into`
  const edits = useMemo(() => editsOf(tools, pointer, columns, into, focus), [tools.store, pointer, columns, key])
  const options = entriesOf(node)
  const problemOf = (index: number) => {
    const at = below(pointer, index)
    const fault = tools.faults.find((one) => isWithin(one.pointer, at))
    const member = columns.find(({ name }) => fault !== undefined && isWithin(fault.pointer, below(at, name)))
    return { problem: fault?.message ?? "", wrong: member?.name ?? "value" }
  }
  return (
    <div ref={ref}>
      {into.languages.length > 1 && (
        <Select
          label={structure.labelLanguage}
          value={into.language ?? ""}
          options={into.languages.map((id) => ({ id, label: id }))}
          onChange={choose}
        />
      )}
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ is, name }) => (
              <th key={name} scope="col" className={styles.head}>
                {is === "attribute" ? name : structure.options.heads[is]}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {options.map((option, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- an option has no name but the one that is being typed
            <OptionRow
              key={index}
              index={index}
              columns={columns}
              cells={JSON.stringify(cellsOfOption(option, columns, into))}
              {...problemOf(index)}
              isDisabled={isDisabled}
              edits={edits}
            />
          ))}
        </tbody>
      </table>
      {problem !== "" && <p className={inspector.problem}>{problem}</p>}
      <div className={styles.below}>
        <Button size="small" isDisabled={isDisabled} onPress={() => edits.add(options.length - 1)}>
          {structure.options.add}
        </Button>
        <span className={inspector.hint}>{structure.options.why}</span>
      </div>
    </div>
  )
}

/** The options of a choice, as a grid that takes a paste from a spreadsheet. */
import { useEffect, useMemo, useRef } from "react"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { entriesOf, nodeAt } from "../../document/nodes.ts"
import { languagesOf, withTextIn } from "../../document/translations.ts"
import { below, isWithin, parentOf } from "../../document/pointer.ts"
import type { StructureTools } from "../StructureTools.ts"
import type { ControlProps } from "./Control.ts"
import inspector from "./Inspector.module.css"
import { cellsOf } from "./options/cells.ts"
import { OptionRow, type RowEdits } from "./options/OptionRow.tsx"
import styles from "./options/OptionsControl.module.css"
import { optionOf, pasted } from "./options/pasted.ts"

const editsOf = ({ store }: StructureTools, pointer: string, focus: (index: number) => void): RowEdits => {
  const at = (index: number) => below(pointer, index)
  const length = (): number => {
    const { good } = store.getSnapshot()
    return good === undefined ? 0 : entriesOf(nodeAt(good.tree, pointer)).length
  }
  /** The field stays selected, and not the option. */
  const edit = (...given: Parameters<typeof store.edit>): void =>
    void store.edit(given[0], { ...given[1], isQuiet: true })
  /** A label that is written in several languages gets another text in the form's own. */
  const labelWith = (member: string, column: string, text: string): string => {
    const { good } = store.getSnapshot()
    const json = JSON.stringify(text)
    const before = good && nodeAt(good.tree, member)
    if (good === undefined || column !== "label" || before?.type !== "object") return json
    const languages = languagesOf(good.tree)
    return withTextIn(good.text, before, languages, languages[0] ?? "", json) ?? json
  }
  return {
    change: (index, column, text) => {
      const member = below(at(index), column)
      if (text === "" && column === "label") edit({ edit: "remove", pointer: member }, { typing: true })
      else
        edit(
          { edit: "set", pointer: member, json: labelWith(member, column, text), after: ["value"] },
          { typing: true }
        )
    },
    paste: (index, column, text) => {
      const { good } = store.getSnapshot()
      if (good === undefined) return
      edit({ edit: "set", pointer, json: pasted(good.text, nodeAt(good.tree, pointer), index, column, cellsOf(text)) })
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

const OwnOptions = ({ isDisabled, label, node, pointer, problem, tools }: ControlProps) => {
  const { structure } = useMessages()
  const { focus, ref } = useFocusedOption()
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `focus` writes to a ref: any of them does
  const edits = useMemo(() => editsOf(tools, pointer, focus), [tools.store, pointer])
  const options = entriesOf(node)
  const problemOf = (index: number): string =>
    tools.faults.find((fault) => isWithin(fault.pointer, below(pointer, index)))?.message ?? ""
  return (
    <div ref={ref}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            <th scope="col" className={styles.head}>
              {structure.options.values}
            </th>
            <th scope="col" className={styles.head}>
              {structure.options.labels}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {options.map((option, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- an option has no name but the one that is being typed
            <OptionRow
              key={index}
              index={index}
              {...optionOf(option)}
              problem={problemOf(index)}
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

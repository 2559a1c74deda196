/** The states of a workflow: names, and which is the first. */
import { useMessages } from "../../../../../messages/useMessages.ts"
import { Button } from "../../../../../parts/Button.tsx"
import { problemOf } from "../Control.ts"
import styles from "./Workflow.module.css"
import type { WorkflowTableProps } from "./WorkflowPart.tsx"
import { renameState } from "./workflowOf.ts"

export const StatesTable = ({ good, isDisabled, tools, workflow }: WorkflowTableProps) => {
  const { structure } = useMessages()
  const { workflow: words } = structure
  const { store } = tools
  const { initial, states } = workflow
  return (
    <table className={styles.table} aria-label={words.states}>
      <thead>
        <tr>
          <th scope="col">{words.state}</th>
          <th scope="col">{words.initial}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {states.map((state, index) => {
          const problem = problemOf(tools.faults, `/workflow/states/${index}`)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- a state has no name but the one that is being typed
            <tr key={index}>
              <td>
                <input
                  className={styles.input}
                  aria-label={words.stateNumber({ number: index + 1 })}
                  aria-invalid={problem !== ""}
                  title={problem === "" ? undefined : problem}
                  disabled={isDisabled}
                  spellCheck="false"
                  value={state}
                  onChange={({ target }) => store.edit(renameState(good.tree, index, target.value), { typing: true })}
                />
              </td>
              <td className={styles.centre}>
                <input
                  type="radio"
                  name="initial"
                  className={styles.radio}
                  aria-label={words.begins({ name: state })}
                  disabled={isDisabled}
                  checked={state === initial}
                  onChange={() =>
                    store.edit(
                      { edit: "set", pointer: "/workflow/initial", json: JSON.stringify(state) },
                      { isQuiet: true }
                    )
                  }
                />
              </td>
              <td className={styles.button}>
                <Button
                  size="small"
                  look="plain"
                  isDisabled={isDisabled || states.length === 1}
                  label={structure.remove({ name: state })}
                  onPress={() =>
                    store.edit({ edit: "remove", pointer: `/workflow/states/${index}` }, { isQuiet: true })
                  }
                >
                  ✕
                </Button>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** Parts that an author adds one by one: those that there are, what is wrong with them, and the button that adds another one. */
import type { ReactNode } from "react"
import { Button } from "../../../../parts/Button.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import type { ControlProps } from "./Control.ts"
import inspector from "./Inspector.module.css"
import options from "./options/OptionsControl.module.css"
import styles from "./workflow/Workflow.module.css"

interface AddedPartsProps extends Pick<ControlProps, "description" | "isDisabled" | "label" | "problem"> {
  readonly addLabel: string
  readonly onAdd: () => void
  readonly children: ReactNode
}

export const AddedParts = ({ addLabel, children, description, isDisabled, label, onAdd, problem }: AddedPartsProps) => (
  <div className={inspector.rule}>
    <span className={inspector.fixedLabel}>{label}</span>
    {children}
    {problem !== "" && (
      <span className={inspector.problem}>
        <Foreign text={problem} />
      </span>
    )}
    <div className={options.below}>
      <Button size="small" isDisabled={isDisabled} onPress={onAdd}>
        {addLabel}
      </Button>
      {description !== undefined && <span className={inspector.hint}>{description}</span>}
    </div>
  </div>
)

interface PartsTableProps {
  readonly label: string
  readonly heads: ReadonlyArray<string>
  readonly children: ReactNode
}

/** A row for each part, and a last cell in it for what takes it away. */
export const PartsTable = ({ children, heads, label }: PartsTableProps) => (
  <table className={styles.table} aria-label={label}>
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
        <td />
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

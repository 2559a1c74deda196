/** A member that is true or left out. */
import { Checkbox } from "../../../../parts/Checkbox.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import type { ControlProps } from "./Control.ts"
import styles from "./Inspector.module.css"

export const FlagControl = ({ description, isDisabled, label, node, onChange, problem }: ControlProps) => (
  <div>
    <Checkbox
      isSelected={node?.value === true}
      isDisabled={isDisabled}
      description={description}
      onChange={(isSelected) => onChange(isSelected ? "true" : undefined)}
    >
      {label}
    </Checkbox>
    {problem !== "" && (
      <span className={styles.problem}>
        <Foreign text={problem} />
      </span>
    )}
  </div>
)

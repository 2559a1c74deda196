/** What an e-mail attaches: a box for each document that the form makes of the same event, and for each field with a file. */
import { useId } from "react"
import { useMessages } from "../../../../../messages/useMessages.ts"
import { Checkbox } from "../../../../../parts/Checkbox.tsx"
import { Foreign } from "../../../../../parts/Foreign.tsx"
import { isWithin } from "../../../document/pointer.ts"
import { attaching, documentsOf } from "./documentsOf.ts"
import styles from "./Effect.module.css"
import type { ShapeProps } from "./SchemaProps.ts"

export const DocumentsControl = ({
  description,
  isDisabled,
  label,
  name,
  node,
  onChange,
  pointer,
  schema,
  tools,
  tree
}: ShapeProps) => {
  const words = useMessages().structure.attach
  const problemId = useId()
  const offered = documentsOf(tree, pointer.slice(0, -name.length - 1))
  const isFull = offered.filter(({ isAttached }) => isAttached).length >= (schema.maxItems ?? Infinity)
  const problems = tools.faults.filter((fault) => isWithin(fault.pointer, pointer)).map(({ message }) => message)
  return (
    <fieldset className={styles.group} aria-describedby={problems.length === 0 ? undefined : problemId}>
      <legend className={styles.legend}>{label}</legend>
      {description !== undefined && <p className={styles.hint}>{description}</p>}
      {offered.length === 0 && <p className={styles.hint}>{words.none}</p>}
      {offered.map(({ id, isAttached, isRight }) => (
        <Checkbox
          key={id}
          isSelected={isAttached}
          isDisabled={isDisabled || (isFull && !isAttached)}
          {...(isRight ? {} : { description: words.unknown })}
          onChange={(isTicked) => onChange(attaching(node, id, isTicked))}
        >
          <Foreign text={id} isName />
        </Checkbox>
      ))}
      {isFull && <p className={styles.hint}>{words.full({ n: schema.maxItems ?? 0 })}</p>}
      {problems.length > 0 && (
        <p id={problemId} className={styles.problem}>
          <Foreign text={problems.join(" ")} />
        </p>
      )}
    </fieldset>
  )
}

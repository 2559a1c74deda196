/** The fields that the rules hid, under the others, each with its why. */
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Disclosure } from "../../../../parts/Disclosure.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import type { StoredEvaluated } from "../../../author/engine/Protocol.ts"
import { fieldOfPayload } from "../../../author/tryOut/whyOf.ts"
import { pointerOfHidden } from "./pointers.ts"
import styles from "./Values.module.css"

interface NotAskedProps {
  readonly hiddenFields: ReadonlyArray<string>
  readonly run: StoredEvaluated
  readonly onWhy: (pointer: string) => void
}

export const NotAsked = ({ hiddenFields, onWhy, run }: NotAskedProps) => {
  const { submission, tryOut } = useMessages()
  const { values: words } = submission
  if (hiddenFields.length === 0) return null
  return (
    <Disclosure summary={words.hidden({ n: hiddenFields.length })}>
      <ul className={styles.hidden}>
        {hiddenFields.map((name) => {
          const pointer = pointerOfHidden(name)
          const { field, row } = fieldOfPayload(run.names, pointer)
          const label = field?.label ?? name
          const shown = row === undefined ? label : submission.changed.row({ label, row })
          return (
            <li key={name}>
              <Foreign text={shown} />{" "}
              <Button
                size="small"
                look="plain"
                label={tryOut.why.whyOf({ name: shown })}
                onPress={() => onWhy(pointer)}
              >
                {tryOut.why.why}
              </Button>
            </li>
          )
        })}
      </ul>
    </Disclosure>
  )
}

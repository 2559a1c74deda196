/** The outcomes that were stored, each with its why. */
import type { Outcome } from "@formwork/client/contract"
import { useState } from "react"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Badge } from "../../../../parts/Badge.tsx"
import { Button } from "../../../../parts/Button.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import type { StoredEvaluated } from "../../../author/engine/Protocol.ts"
import { rowOfPointer } from "../../../author/tryOut/whyOf.ts"
import { WhyTree } from "../../../author/tryOut/WhyTree.tsx"
import styles from "./Values.module.css"

interface StoredOutcomesProps {
  readonly outcomes: ReadonlyArray<Outcome>
  /** Undefined where the version cannot be run. */
  readonly run: StoredEvaluated | undefined
}

export const StoredOutcomes = ({ outcomes, run }: StoredOutcomesProps) => {
  const { tryOut } = useMessages()
  if (outcomes.length === 0) return null
  return (
    <ul className={styles.outcomes} aria-label={tryOut.outcomes}>
      {outcomes.map((outcome) => (
        <Raised key={`${outcome.id} ${outcome.pointer ?? ""}`} outcome={outcome} run={run} />
      ))}
    </ul>
  )
}

/** A message of so many letters or fewer is some lines long. */
const SHORT = 400

/** A long one does not push the values away. */
const Message = ({ text }: { readonly text: string }) => {
  const { values: words } = useMessages().submission
  const [isWhole, setWhole] = useState(false)
  if (text.length <= SHORT) return <Foreign text={text} />
  return (
    <>
      <span className={isWhole ? undefined : styles.clamped}>
        <Foreign text={text} />
      </span>{" "}
      <Button size="small" look="plain" isExpanded={isWhole} onPress={() => setWhole(!isWhole)}>
        {isWhole ? words.less : words.all}
      </Button>
    </>
  )
}

const Raised = ({
  outcome: { field, id, message, pointer: place, severity },
  run
}: { readonly outcome: Outcome } & Pick<StoredOutcomesProps, "run">) => {
  const { tryOut } = useMessages()
  const [isOpen, setOpen] = useState(false)
  const at = run?.ids.find((one) => one.id === id && one.pointer.startsWith("/outcomes/"))?.pointer
  const rule = run?.trace.find(
    ({ pointer, row }) => at !== undefined && pointer.startsWith(`${at}/`) && row === rowOfPointer(place)
  )
  return (
    <li>
      <Badge tone={severity}>
        <Foreign text={id} isName />
      </Badge>{" "}
      {field !== undefined && (
        <>
          <code>{field}</code>{" "}
        </>
      )}
      <Message text={message} />
      {rule !== undefined && (
        <Button
          size="small"
          look="plain"
          isExpanded={isOpen}
          label={tryOut.why.whyOf({ name: id })}
          onPress={() => setOpen(!isOpen)}
        >
          {tryOut.why.why} {isOpen ? "▾" : "▸"}
        </Button>
      )}
      {isOpen && rule !== undefined && run !== undefined && (
        <WhyTree rule={rule} trace={run.trace} names={run.names} showName={(_, __, name) => <code>{name}</code>} />
      )}
    </li>
  )
}

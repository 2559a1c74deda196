/** What can be done with a submission: its transitions, keeping it as a case of its form, and deleting it. */
import type { Submission } from "@formwork/client/contract"
import type { Transition } from "@formwork/rules/Definition"
import { useId, useState } from "react"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import type { StoredEvaluated } from "../../author/engine/Protocol.ts"
import { KeepAsCase } from "./cases/KeepAsCase.tsx"
import { DeleteSubmission } from "./removal/DeleteSubmission.tsx"
import { useStoredRun } from "./run/useStoredRun.ts"
import { TransitionDialog } from "./transitions/TransitionDialog.tsx"
import { Transitions } from "./transitions/Transitions.tsx"
import styles from "./transitions/Transitions.module.css"

interface ActionsProps {
  readonly submission: Submission
  readonly onDeleted: (reference: string) => void
}

/** What an open dialog is about, as the person saw it: what is read again behind it changes nothing in it. */
type Open =
  | { readonly kind: "move"; readonly transition: Transition; readonly seen: Submission; readonly run: StoredEvaluated }
  | { readonly kind: "keep" | "delete"; readonly seen: Submission }

export const Actions = ({ onDeleted, submission }: ActionsProps) => {
  const { submission: words, tryOut } = useMessages()
  const { keep, move, removal } = words
  const { run, version } = useStoredRun(submission)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const isUnknown = run.data === null || (version.isError && version.data === undefined)
  const mayDelete = useMay("submission:delete")
  const mayKeep = useMay("form:write")
  const reason = useId()
  const keepReason = useId()
  const found = run.data ?? undefined
  return (
    <>
      {found !== undefined && (
        <Transitions
          submission={submission}
          run={found}
          onChoose={(transition) => setOpen({ kind: "move", transition, seen: submission, run: found })}
        />
      )}
      <Button
        isDisabled={!mayKeep}
        {...(mayKeep ? {} : { describedBy: keepReason })}
        onPress={() => setOpen({ kind: "keep", seen: submission })}
      >
        {keep.action}
      </Button>
      <Button
        look="danger"
        isDisabled={!mayDelete}
        {...(mayDelete ? {} : { describedBy: reason })}
        onPress={() => setOpen({ kind: "delete", seen: submission })}
      >
        {removal.open}
      </Button>
      {isUnknown && <p className={styles.reason}>{move.unknown}</p>}
      {!mayKeep && (
        <p id={keepReason} className={styles.reason}>
          {tryOut.examples.needsPrivilege}
        </p>
      )}
      {!mayDelete && (
        <p id={reason} className={styles.reason}>
          {removal.needs}
        </p>
      )}
      {open?.kind === "move" && <TransitionDialog {...open} onClose={close} />}
      {open?.kind === "keep" && <KeepAsCase submission={open.seen} onClose={close} />}
      {open?.kind === "delete" && <DeleteSubmission submission={open.seen} onClose={close} onDeleted={onDeleted} />}
    </>
  )
}

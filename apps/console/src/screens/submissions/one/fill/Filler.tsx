/** The form of a draft with what saves and files it. */
import type { Submission } from "@formwork/client/contract"
import type { JsonObject } from "@formwork/rules/Json"
import { useMutation } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { type DraftChange, fileSubmission, ifStale, saveSubmission } from "../../../../api/submission.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { focusHeading } from "../../../../parts/focusHeading.ts"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Notice } from "../../../../parts/Notice.tsx"
import { Refused } from "../../../../parts/Refused.tsx"
import type { OpenedForm } from "../../../author/tryOut/openFormIn.ts"
import { fitOf } from "../../../author/tryOut/submission/fitOf.ts"
import { useTryOut } from "../../../author/tryOut/useTryOut.ts"
import { jsonObject } from "../../../../api/jsonObject.ts"
import { Collision } from "./Collision.tsx"
import styles from "./Fill.module.css"
import { FilledForm } from "./FilledForm.tsx"
import { LeaveDialog } from "./LeaveDialog.tsx"
import type { Filling } from "./useFilling.ts"

interface FillerProps {
  readonly filling: Filling
  /** The draft as it was opened. */
  readonly first: Submission
  readonly onFiled: () => void
}

const useSaving = ({ filling: { opened, store }, first, onFiled }: FillerProps) => {
  const { payload } = useTryOut(store)
  const [base, setBase] = useState(first)
  const [saved, setSaved] = useState(opened)
  /** What is stored now, where somebody else saved meanwhile. */
  const [fresh, setFresh] = useState<Submission>()
  const isDirty = useRef(false)
  isDirty.current = payload !== saved
  const change = useMutation({
    mutationFn: async (make: DraftChange) => {
      let stored: Submission | undefined
      const changed = await ifStale(base.id, async () => {
        stored = await make(base, payload)
      })
      return { stored, changed, sent: payload }
    },
    onSuccess: ({ changed, sent, stored }) => {
      if (changed !== undefined) return setFresh(changed)
      if (stored === undefined) return undefined
      setBase(stored)
      setSaved(sent)
      if (stored.workflowState === first.workflowState) return undefined
      isDirty.current = false
      focusHeading()
      return onFiled()
    }
  })
  const merge = (stored: Submission, values: JsonObject) => {
    store.setValues(values)
    setBase(stored)
    setFresh(undefined)
    change.reset()
  }
  return { base, change, fresh, isDirty, merge, hasChanged: payload !== saved }
}

export const Filler = (props: FillerProps) => {
  const { fill: words } = useMessages().submission
  const { filling, first } = props
  const opened = useRef<OpenedForm>(null)
  const { session } = useTryOut(filling.store)
  const { base, change, fresh, hasChanged, isDirty, merge } = useSaving(props)
  // A button that is disabled by its own success would lose the focus. Saving the same again would send the effects again.
  const save = () => {
    if (hasChanged) change.mutate(saveSubmission)
  }
  const file = () => {
    if (opened.current?.attempt() === true) change.mutate(fileSubmission)
  }
  const isMoved = fresh !== undefined && fresh.workflowState !== first.workflowState
  return (
    <div className={styles.fill}>
      <Unfit filling={filling} first={first} />
      <FilledForm filling={filling} draft={first} opened={opened} />
      <Refused error={change.error} />
      {fresh !== undefined && !isMoved && session !== undefined && (
        <Collision base={base} fresh={fresh} mine={session.payload()} onMerged={(values) => merge(fresh, values)} />
      )}
      {isMoved && <Notice tone="warning">{words.filedMeanwhile}</Notice>}
      <div className={styles.foot}>
        <Button isDisabled={fresh !== undefined} isPending={change.isPending} onPress={save}>
          {words.save}
        </Button>
        <Button look="primary" isDisabled={fresh !== undefined} isPending={change.isPending} onPress={file}>
          {words.file}
        </Button>
        <span role="status" className={styles.quiet}>
          {words.status({
            missing: session?.missing.length ?? 0,
            isSaved: !hasChanged,
            revision: base.revision
          })}
        </span>
      </div>
      <p className={styles.quiet}>{words.sends}</p>
      <LeaveDialog isDirty={isDirty} />
    </div>
  )
}

/** What the draft has and the live version does not: saving leaves it out. */
const Unfit = ({ filling: { store }, first }: Pick<FillerProps, "filling" | "first">) => {
  const { fit } = useMessages().tryOut
  const { session } = useTryOut(store)
  if (session === undefined) return null
  const { unknown } = fitOf(jsonObject(first.data), session)
  if (unknown.length === 0) return null
  return (
    <Notice tone="warning">
      <p>
        <Foreign text={fit.unknown({ names: unknown })} />
      </p>
    </Notice>
  )
}

/** Fills the try-out from elsewhere, and files what is filled in. */
import type { Submission } from "@formwork/client/contract"
import { useState } from "react"
import { useMay } from "../../../api/me.ts"
import type { FiledDraft } from "../../../api/submissions.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { lazily } from "../../../parts/lazily.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import { FileDraft, useWhyNotFiled } from "./submission/FileDraft.tsx"
import type { Taken } from "./submission/FitNote.tsx"
import { FromSubmission } from "./submission/FromSubmission.tsx"
import styles from "./TryOutHead.module.css"
import type { TryOutStore } from "./TryOutStore.ts"
import { useTryOut } from "./useTryOut.ts"

const Filed = lazily(async () => (await import("./submission/Filed.tsx")).Filed)
const FitNote = lazily(async () => (await import("./submission/FitNote.tsx")).FitNote)

interface FillingProps {
  readonly authoring: Authoring
  readonly store: TryOutStore
  readonly formId: string
}

/** Puts a submission's values into the try-out. */
const take = (store: TryOutStore, submission: Submission): Taken | undefined => {
  if (store.setPayload(JSON.stringify(submission.data)) !== undefined) return undefined
  const { session } = store.getSnapshot()
  return session && { submission, session }
}

export const Filling = ({ authoring, formId, store }: FillingProps) => {
  const { tryOut } = useMessages()
  const { payload } = useTryOut(store)
  const [taken, setTaken] = useState<Taken>()
  const [filed, setFiled] = useState<FiledDraft>()
  const mayRead = useMay("submission:read")
  const reasons = [...(mayRead ? [] : [tryOut.fromSubmission.needsPrivilege]), useWhyNotFiled(formId)]
  return (
    <div className={styles.head}>
      <div className={styles.line}>
        <Button
          size="small"
          onPress={() => {
            setTaken(undefined)
            void store.fill()
          }}
        >
          {tryOut.fill}
        </Button>
        <FromSubmission formId={formId} onChoose={(submission) => setTaken(take(store, submission))} />
        <FileDraft authoring={authoring} formId={formId} payload={payload} onFiled={setFiled} />
      </div>
      {reasons.map(
        (reason) =>
          reason !== undefined && (
            <p key={reason} className={styles.reason}>
              {reason}
            </p>
          )
      )}
      {taken !== undefined && (
        <FitNote key={taken.submission.id} formId={formId} taken={taken} onDismiss={() => setTaken(undefined)} />
      )}
      {filed !== undefined && <Filed draft={filed} onDismiss={() => setFiled(undefined)} />}
    </div>
  )
}

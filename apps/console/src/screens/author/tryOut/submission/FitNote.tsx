/** Which submission the try-out was filled from, and which of its values have no place or no right value in the draft. */
import { useQuery } from "@tanstack/react-query"
import type { FormSession } from "@formwork/form/FormSession"
import type { Submission } from "@formwork/client/contract"
import { useState } from "react"
import { jsonObject } from "../../../../api/jsonObject.ts"
import { formQuery, versionQuery } from "../../../../api/forms.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Notice } from "../../../../parts/Notice.tsx"
import { fitOf } from "./fitOf.ts"

export interface Taken {
  readonly submission: Submission
  /** Of the form, with the submission's values in it. */
  readonly session: FormSession
}

interface FitNoteProps {
  readonly formId: string
  readonly taken: Taken
  readonly onDismiss: () => void
}

export const FitNote = ({ formId, onDismiss, taken: { session, submission } }: FitNoteProps) => {
  const { saving, tryOut } = useMessages()
  const { fit: words } = tryOut
  const [fit] = useState(() => fitOf(jsonObject(submission.data), session))
  const { formVersionId, referenceNumber } = submission
  const version = useQuery(versionQuery(formId, formVersionId)).data?.number
  const live = useQuery(formQuery(formId)).data?.liveVersionId
  const isWhole = fit.unknown.length + fit.computed.length + fit.refused.length === 0
  return (
    <Notice
      tone={isWhole ? "info" : "warning"}
      title={words.from({ reference: referenceNumber, version, isLive: live === formVersionId })}
      actions={
        <Button size="small" onPress={onDismiss}>
          {saving.dismiss}
        </Button>
      }
    >
      <div role="status">
        {isWhole && <p>{words.whole}</p>}
        {fit.unknown.length > 0 && (
          <p>
            <Foreign text={words.unknown({ names: fit.unknown })} />
          </p>
        )}
        {fit.computed.length > 0 && (
          <p>
            <Foreign text={words.computed({ names: fit.computed })} />
          </p>
        )}
        {fit.refused.map(({ label, message }) => (
          <p key={`${label} ${message}`}>
            <Foreign text={words.refused({ label, message })} />
          </p>
        ))}
      </div>
    </Notice>
  )
}

/** Deletes a submission for good: says what goes and what cannot be called back, and asks for a reason and for its reference number. */
import type { Submission } from "@formwork/client/contract"
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { deleteSubmission, documentsQuery, effectsOfQuery, historyQuery } from "../../../../api/submission.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { ConfirmDialog } from "../../../../parts/ConfirmDialog.tsx"
import { typeable } from "../../../../parts/foreignText.ts"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { refusalSentence } from "../../../../parts/refusalSentence.ts"
import { TextField } from "../../../../parts/TextField.tsx"

interface DeleteSubmissionProps {
  readonly submission: Submission
  readonly onClose: () => void
  readonly onDeleted: (reference: string) => void
}

export const DeleteSubmission = ({ onClose, onDeleted, submission }: DeleteSubmissionProps) => {
  const { removal: words } = useMessages().submission
  const { id, referenceNumber } = submission
  const [reason, setReason] = useState("")
  const [typed, setTyped] = useState("")
  return (
    <ConfirmDialog
      title={words.title({ reference: referenceNumber })}
      submit={words.submit}
      isDanger
      isDisabled={reason.trim() === "" || typeable(typed) !== typeable(referenceNumber)}
      onSubmit={async () => {
        await deleteSubmission(id, reason.trim())
        onDeleted(referenceNumber)
      }}
      onClose={onClose}
    >
      <p>{words.why}</p>
      <WhatGoes submission={submission} />
      <TextField
        label={words.reason}
        description={words.reasonWhy}
        rows={2}
        maxLength={500}
        value={reason}
        onChange={setReason}
      />
      <TextField
        label={words.type({ reference: referenceNumber })}
        autoComplete="off"
        spellCheck="false"
        value={typed}
        onChange={setTyped}
      />
    </ConfirmDialog>
  )
}

const WhatGoes = ({ submission: { id } }: Pick<DeleteSubmissionProps, "submission">) => {
  const { common, submission } = useMessages()
  const { removal: words } = submission
  const revisions = useQuery(historyQuery(id)).data?.length
  const documents = useQuery(documentsQuery(id)).data?.length
  const sent = useInfiniteQuery(effectsOfQuery(id))
  const effects = sent.data?.pages.flatMap(({ items }) => items) ?? []
  const named = (state: string) => effects.filter((one) => one.state === state).map(({ effectId }) => effectId)
  const [delivered, pending] = [named("delivered"), named("pending")]
  return (
    <ul>
      <li>{words.values({ revisions, documents })}</li>
      {pending.length > 0 && (
        <li>
          <Foreign text={words.cancelled({ ids: pending })} />
        </li>
      )}
      {delivered.length > 0 && (
        <li>
          <Foreign text={words.delivered({ ids: delivered })} />
        </li>
      )}
      {sent.hasNextPage && <li>{words.more}</li>}
      {sent.data === undefined && sent.isError && (
        <li>
          <Foreign text={words.unknown({ why: refusalSentence(common, sent.error) })} />
        </li>
      )}
    </ul>
  )
}

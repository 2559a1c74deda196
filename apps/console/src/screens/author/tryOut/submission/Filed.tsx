/** The reference number of a draft that was just filed. */
import type { FiledDraft } from "../../../../api/submissions.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { ButtonLink } from "../../../../parts/ButtonLink.tsx"
import { CopyButton } from "../../../../parts/CopyButton.tsx"
import { Notice } from "../../../../parts/Notice.tsx"

interface FiledProps {
  readonly draft: FiledDraft
  readonly onDismiss: () => void
}

export const Filed = ({ draft: { id, referenceNumber }, onDismiss }: FiledProps) => {
  const { saving, tryOut } = useMessages()
  const { fileDraft: words } = tryOut
  return (
    <Notice
      tone="ok"
      actions={
        <>
          <ButtonLink to="/submissions/$submissionId" params={{ submissionId: id }}>
            {words.openIt}
          </ButtonLink>
          <CopyButton size="small" text={() => id} label={words.copyId} />
          <Button size="small" onPress={onDismiss}>
            {saving.dismiss}
          </Button>
        </>
      }
    >
      <p role="status">{words.filed({ reference: referenceNumber })}</p>
    </Notice>
  )
}

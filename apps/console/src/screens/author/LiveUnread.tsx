/** Says that the live version could not be read, so that the draft is compared with nothing. */
import { useQuery } from "@tanstack/react-query"
import { liveDefinitionQuery } from "../../api/drafts.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { Button } from "../../parts/Button.tsx"
import { Notice } from "../../parts/Notice.tsx"
import { refusalSentence } from "../../parts/refusalSentence.ts"

export const LiveUnread = ({ formId }: { readonly formId: string }) => {
  const { common, workspace } = useMessages()
  const { data, error, isFetching, refetch } = useQuery(liveDefinitionQuery(formId))
  if (data !== undefined || error === null) return null
  return (
    <Notice
      tone="warning"
      title={workspace.liveUnread}
      actions={
        <Button size="small" isPending={isFetching} onPress={() => void refetch()}>
          {common.tryAgain}
        </Button>
      }
    >
      <p role="status">{refusalSentence(common, error)}</p>
    </Notice>
  )
}

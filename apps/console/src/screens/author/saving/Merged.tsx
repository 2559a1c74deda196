/** Says that another person's revision was merged, until the author dismisses the message. */
import { useSyncExternalStore } from "react"
import { useMe } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import type { Autosave } from "./Autosave.ts"
import { whenSaved } from "./whenSaved.ts"

export const Merged = ({ autosave }: { readonly autosave: Autosave }) => {
  const { common, saving } = useMessages()
  const { user } = useMe()
  const merged = useSyncExternalStore(autosave.subscribe, autosave.getMerged)
  if (merged === undefined) return null
  const { revision, savedAt, savedBy, savedById } = merged
  const when = whenSaved(common.language, savedAt, new Date())
  return (
    <Notice
      tone="info"
      actions={
        <Button size="small" onPress={autosave.dismissMerged}>
          {saving.dismiss}
        </Button>
      }
    >
      <p role="status">
        <Foreign
          text={
            savedById === user.id
              ? saving.mergedOwn({ revision, when })
              : saving.merged({ by: savedBy ?? saving.another, revision, when })
          }
        />
      </p>
    </Notice>
  )
}

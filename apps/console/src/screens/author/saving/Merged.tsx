/** Says that another person's revision was merged, until the author dismisses the message. */
import { useSyncExternalStore } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import type { Autosave } from "./Autosave.ts"
import { whenSaved } from "./whenSaved.ts"

export const Merged = ({ autosave }: { readonly autosave: Autosave }) => {
  const { common, saving } = useMessages()
  const merged = useSyncExternalStore(autosave.subscribe, autosave.getMerged)
  if (merged === undefined) return null
  const { revision, savedAt, savedBy } = merged
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
          text={saving.merged({
            by: savedBy ?? saving.another,
            revision,
            when: whenSaved(common.language, savedAt, new Date())
          })}
        />
      </p>
    </Notice>
  )
}

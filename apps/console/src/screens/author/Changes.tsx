/** What differs from the live version, while it is being written. */
import { useState } from "react"
import { useMessages } from "../../messages/useMessages.ts"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { lazily } from "../../parts/lazily.tsx"
import type { Authoring } from "./authoring/Authoring.ts"
import { useEngine } from "./authoring/useAuthoring.ts"

const ChangesDialog = lazily(async () => (await import("./ChangesDialog.tsx")).ChangesDialog)

export const Changes = ({ authoring }: { readonly authoring: Authoring }) => {
  const { workspace } = useMessages()
  const [isOpen, setOpen] = useState(false)
  const comparison = useEngine(authoring, ({ checked }) => checked?.comparison)
  if (comparison === undefined) return null
  const { changes } = comparison
  const breaking = changes.filter((change) => change.breaking).length
  if (changes.length === 0) return <span>{workspace.noChanges}</span>
  return (
    <>
      <Button size="small" look="plain" onPress={() => setOpen(true)}>
        <Badge tone={breaking > 0 ? "warning" : "info"}>{workspace.changes({ n: changes.length, breaking })}</Badge>
      </Button>
      {isOpen && <ChangesDialog changes={changes} onClose={() => setOpen(false)} />}
    </>
  )
}

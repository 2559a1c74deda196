/** Removes a secret, after its name was typed: effects that need it fail from then on. */
import type { Secret } from "@formwork/client/contract"
import { useState } from "react"
import { api } from "../../../api/api.ts"
import { forgetSecrets } from "../../../api/secrets.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx"
import { focusHeading } from "../../../parts/focusHeading.ts"
import { TextField } from "../../../parts/TextField.tsx"
import { UsedBy } from "./UsedBy.tsx"

export const RemoveSecret = ({ onClose, secret }: { readonly secret: Secret; readonly onClose: () => void }) => {
  const words = useMessages().settings.secrets
  const [typed, setTyped] = useState("")
  const remove = async () => {
    await api.secrets.delete({ secretName: secret.name })
    await forgetSecrets()
    focusHeading()
  }
  return (
    <ConfirmDialog
      title={words.removeTitle(secret)}
      submit={words.remove}
      isDanger
      isDisabled={typed.trim() !== secret.name}
      onSubmit={remove}
      onClose={onClose}
    >
      <p>{words.removeWhy}</p>
      <UsedBy secretName={secret.name} />
      <TextField label={words.type} autoComplete="off" value={typed} onChange={setTyped} />
    </ConfirmDialog>
  )
}

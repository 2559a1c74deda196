/** Ends a key at once. One that is in use asks for its name. */
import type { ListedApiKey } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { api } from "../../../api/api.ts"
import { forgetKeys, keysMadeByQuery } from "../../../api/keys.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Checkbox } from "../../../parts/Checkbox.tsx"
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx"
import { focusHeading } from "../../../parts/focusHeading.ts"
import { typeable } from "../../../parts/foreignText.ts"
import { TextField } from "../../../parts/TextField.tsx"
import { When } from "../../../parts/When.tsx"
import { isInUse, stateOf } from "./keyState.ts"

const LastUse = ({ apiKey }: { readonly apiKey: ListedApiKey }) => {
  const { keys } = useMessages()
  const { callsToday, lastUsedAt } = apiKey
  if (lastUsedAt === null) return <p>{keys.revoke.unused}</p>
  return (
    <p>
      {keys.revoke.lastUsed} <When at={lastUsedAt} />; {keys.revoke.today({ calls: callsToday })}
    </p>
  )
}

interface RevokeProps {
  readonly apiKey: ListedApiKey
  readonly onClose: () => void
}

export const RevokeKey = ({ apiKey, onClose }: RevokeProps) => {
  const { keys } = useMessages()
  const words = keys.revoke
  const made = useQuery(keysMadeByQuery(apiKey.id))
  const [typed, setTyped] = useState("")
  const [descendants, setDescendants] = useState(false)
  // As it was when the dialog was opened: the field must not go while the person types.
  const [asksName] = useState(() => isInUse(apiKey, Date.now()))
  const revoke = async () => {
    await api.keys.revoke({ apiKeyId: apiKey.id, body: { descendants } })
    await forgetKeys()
    focusHeading()
  }
  const working = (made.data ?? []).filter((key) => stateOf(key, Date.now()) !== "ended").length
  return (
    <ConfirmDialog
      title={words.title({ name: apiKey.name })}
      submit={words.submit}
      isDanger
      isDisabled={asksName && typeable(typed) !== typeable(apiKey.name)}
      onSubmit={revoke}
      onClose={onClose}
    >
      <p>{words.why}</p>
      <LastUse apiKey={apiKey} />
      {working > 0 && (
        <Checkbox isSelected={descendants} onChange={setDescendants}>
          {words.descendants({ count: working })}
        </Checkbox>
      )}
      {asksName && <TextField label={words.type} autoComplete="off" value={typed} onChange={setTyped} />}
    </ConfirmDialog>
  )
}

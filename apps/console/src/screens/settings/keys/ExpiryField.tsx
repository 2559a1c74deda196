/** When a key ends. */
import { useMessages } from "../../../messages/useMessages.ts"
import { RadioGroup } from "../../../parts/RadioGroup.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import type { Expiry, KeyDraft } from "./keyDraft.ts"

const expiries: ReadonlyArray<Expiry> = ["never", "30", "90", "365", "date"]

interface ExpiryProps {
  readonly draft: KeyDraft
  readonly onChange: (change: Partial<KeyDraft>) => void
  readonly problem: string
}

export const ExpiryField = ({ draft, onChange, problem }: ExpiryProps) => {
  const words = useMessages().keys.form
  return (
    <>
      <RadioGroup
        label={words.expiry}
        options={expiries.map((id) => ({ id, label: words.expiries[id] }))}
        value={draft.expiry}
        onChange={(expiry) => onChange({ expiry })}
      />
      {draft.expiry === "date" && (
        <TextField
          label={words.date}
          type="date"
          value={draft.expiryDate}
          onChange={(expiryDate) => onChange({ expiryDate })}
          problem={problem}
        />
      )}
    </>
  )
}

/** Asks for a secret's value, of a new secret or in the place of the value that there is. */
import type { Secret, SecretRequest } from "@formwork/client/contract"
import { useMutation } from "@tanstack/react-query"
import { useId, useState } from "react"
import { Form } from "react-aria-components/Form"
import { api } from "../../../api/api.ts"
import { problemAt } from "../../../api/refusal.ts"
import { forgetSecrets } from "../../../api/secrets.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Dialog } from "../../../parts/Dialog.tsx"
import { focusHeading } from "../../../parts/focusHeading.ts"
import { RadioGroup } from "../../../parts/RadioGroup.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { hostsIn } from "./hostsIn.ts"
import styles from "./secrets.module.css"

const overlaps = ["0", "3600", "86400", "604800"] as const
type Overlap = (typeof overlaps)[number]

interface SetSecretProps {
  /** The one whose value is replaced; its hosts stay. Left out for a new one. */
  readonly replaced?: Secret
  /** Names that a new one cannot have: setting one of them would replace it. */
  readonly taken: ReadonlyArray<string>
  readonly onClose: () => void
}

interface SecretDraft {
  readonly name: string
  readonly value: string
  readonly hosts: string
  readonly overlap: Overlap
}

const requestOf = ({ hosts, name, overlap, value }: SecretDraft, isNew: boolean): SecretRequest => ({
  name: name.trim(),
  value,
  ...(isNew ? { hosts: hostsIn(hosts) } : { overlapSeconds: Number(overlap) })
})

const useSet = (isNew: boolean, onClose: () => void) =>
  useMutation({
    mutationFn: async (draft: SecretDraft): Promise<void> => {
      await api.secrets.set({ body: requestOf(draft, isNew) })
      await forgetSecrets()
      // The button that opened the first one's dialog has moved.
      focusHeading()
    },
    onSuccess: onClose,
    // The query client keeps what a mutation was called with: not longer than the dialog is open.
    gcTime: 0
  })

interface FieldsProps {
  readonly draft: SecretDraft
  readonly onChange: (change: Partial<SecretDraft>) => void
  readonly isNew: boolean
  readonly isTaken: boolean
  readonly error: unknown
}

const Fields = ({ draft, error, isNew, isTaken, onChange }: FieldsProps) => {
  const words = useMessages().settings.secrets
  return (
    <>
      {isNew && (
        <TextField
          label={words.name}
          description={words.nameWhy}
          autoComplete="off"
          autoFocus
          maxLength={64}
          value={draft.name}
          onChange={(name) => onChange({ name })}
          problem={isTaken ? words.nameTaken : problemAt(error, "/name")}
        />
      )}
      <TextField
        label={words.value}
        description={words.valueWhy}
        type="password"
        autoComplete="off"
        autoFocus={!isNew}
        maxLength={4096}
        value={draft.value}
        onChange={(value) => onChange({ value })}
        problem={problemAt(error, "/value")}
      />
      {isNew ? (
        <TextField
          label={words.hosts}
          description={words.hostsWhy}
          isOptional
          rows={2}
          autoComplete="off"
          value={draft.hosts}
          onChange={(hosts) => onChange({ hosts })}
          problem={problemAt(error, "/hosts")}
        />
      ) : (
        <RadioGroup
          label={words.overlap}
          options={overlaps.map((id) => ({ id, label: words.overlaps[id] }))}
          value={draft.overlap}
          onChange={(overlap) => onChange({ overlap })}
        />
      )}
    </>
  )
}

export const SetSecret = ({ onClose, replaced, taken }: SetSecretProps) => {
  const { common, settings } = useMessages()
  const words = settings.secrets
  const isNew = replaced === undefined
  const [draft, setDraft] = useState<SecretDraft>({
    name: replaced?.name ?? "",
    value: "",
    hosts: "",
    overlap: "86400"
  })
  const set = useSet(isNew, onClose)
  const form = useId()
  const isTaken = taken.includes(draft.name.trim())
  const isWhole = draft.name.trim() !== "" && draft.value !== "" && !isTaken
  const actions = (
    <>
      <Button onPress={onClose}>{common.cancel}</Button>
      <Button look="primary" type="submit" form={form} isPending={set.isPending} isDisabled={!isWhole}>
        {words.save}
      </Button>
    </>
  )
  return (
    <Dialog
      title={replaced === undefined ? words.new : words.replaceTitle(replaced)}
      isOpen
      onClose={onClose}
      actions={actions}
    >
      <Form
        id={form}
        className={styles.form ?? ""}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          if (isWhole && !set.isPending) set.mutate(draft)
        }}
      >
        <Refused error={set.error} />
        <Fields
          draft={draft}
          error={set.error}
          isNew={isNew}
          isTaken={isTaken}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
      </Form>
    </Dialog>
  )
}

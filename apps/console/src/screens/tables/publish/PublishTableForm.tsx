/** The note, and the button that publishes the draft that the person has looked at. */
import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { Form } from "react-aria-components/Form"
import { FormworkError } from "@formwork/client/FormworkError"
import type { PublishedTable } from "@formwork/client/contract"
import { api } from "../../../api/api.ts"
import { formChanged } from "../../../api/forms.ts"
import { tablesChanged } from "../../../api/table.ts"
import { useShortcut } from "../../../keys/useShortcut.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Section } from "../../../parts/Section.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { mostNote } from "../../forms/publish/noteOf.ts"
import type { ReadTable } from "../one/ReadTable.ts"
import styles from "../tables.module.css"

interface PublishTableFormProps {
  readonly table: ReadTable
  readonly isStale: boolean
  readonly forms: ReadonlyArray<string>
  readonly onPublished: (published: PublishedTable) => void
}

const usePublish = ({ forms, onPublished, table }: PublishTableFormProps, note: string) =>
  useMutation({
    // A refusal belongs to the revision that it refused.
    mutationFn: async (_revision: number) => {
      const body = { ...(note === "" ? {} : { note }), ...(forms.length === 0 ? {} : { forms: [...forms] }) }
      return (await api.tables.publish({ tableName: table.name, ifMatch: table.etag, body })).body
    },
    onSuccess: async (published) => {
      onPublished(published)
      await Promise.all([tablesChanged(), ...forms.map(formChanged)])
    },
    onError: async (error) => {
      if (error instanceof FormworkError && error.status === 409) await tablesChanged()
    }
  })

export const PublishTableForm = (props: PublishTableFormProps) => {
  const { forms, isStale, table } = props
  const { publish: words } = useMessages().tables
  const [note, setNote] = useState("")
  const publish = usePublish(props, note.trim())
  const submit = () => {
    if (!isStale && !publish.isPending) publish.mutate(table.draftRevision)
  }
  useShortcut("publish", submit)
  return (
    <Section title={words.title}>
      <Form
        className={styles.form ?? ""}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Refused error={publish.variables === table.draftRevision ? publish.error : null} />
        <TextField
          label={words.note}
          description={words.noteWhy}
          isOptional
          rows={3}
          maxLength={mostNote}
          value={note}
          onChange={setNote}
        />
        <div className={styles.row}>
          <Button look="primary" type="submit" isPending={publish.isPending} isDisabled={isStale}>
            {words.submit({ number: (table.version ?? 0) + 1, n: forms.length })}
          </Button>
        </div>
      </Form>
    </Section>
  )
}

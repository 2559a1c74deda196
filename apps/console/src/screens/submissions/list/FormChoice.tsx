/** Which form's submissions are listed: one of the 100 newest forms, the one that is chosen, or all. */
import { useQuery } from "@tanstack/react-query"
import { formQuery } from "../../../api/forms.ts"
import { useMay } from "../../../api/me.ts"
import { formChoicesQuery } from "../../../api/reach.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Select } from "../../../parts/Select.tsx"

interface FormChoiceProps {
  readonly formId: string | undefined
  readonly onChange: (formId: string | undefined) => void
}

const ALL = "all"

export const FormChoice = ({ formId, onChange }: FormChoiceProps) => {
  const { submissions: words } = useMessages()
  const mayRead = useMay("form:read")
  const choices = useQuery({ ...formChoicesQuery(""), enabled: mayRead })
  const chosen = useQuery({ ...formQuery(formId ?? ""), enabled: mayRead && formId !== undefined })
  const forms = choices.data ?? []
  const known = forms.some(({ id }) => id === formId) || formId === undefined
  const options = [
    { id: ALL, label: words.allForms },
    // Older than the newest, archived, or not read yet: it stays what is chosen.
    ...(known ? [] : [{ id: formId, label: chosen.data?.title ?? formId }]),
    ...forms.map(({ id, title }) => ({ id, label: title }))
  ]
  return (
    <Select<string>
      label={words.form}
      options={options}
      value={formId ?? ALL}
      onChange={(id) => onChange(id === ALL ? undefined : id)}
    />
  )
}

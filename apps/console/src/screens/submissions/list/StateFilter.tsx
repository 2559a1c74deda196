/** The state of submissions: one of the form's, or a word that is typed while the list is of all forms. */
import type { Workflow } from "@formwork/rules/Definition"
import { useMessages } from "../../../messages/useMessages.ts"
import { Select } from "../../../parts/Select.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { useTyped } from "../../forms/list/useTyped.ts"

interface StateFilterProps {
  readonly state: string | undefined
  readonly form: string | undefined
  readonly workflow: Workflow | undefined
  readonly onChange: (state: string | undefined, isTyped: boolean) => void
}

/** No state has this name: states begin with a letter. */
const ANY = "*"

const Word = ({ onChange, state = "" }: Pick<StateFilterProps, "state" | "onChange">) => {
  const { filters } = useMessages().submissions
  const [text, setText] = useTyped(state, (typed) => onChange(typed, true))
  return <TextField label={filters.state} type="search" maxLength={100} value={text} onChange={setText} />
}

export const StateFilter = ({ form, onChange, state, workflow }: StateFilterProps) => {
  const { submission, submissions } = useMessages()
  const { filters } = submissions
  if (form === undefined) return <Word state={state} onChange={onChange} />
  // A state of an older version stays what is chosen.
  const states = new Set(["draft", ...(workflow?.states ?? []), ...(state === undefined ? [] : [state])])
  return (
    <Select<string>
      label={filters.state}
      value={state ?? ANY}
      onChange={(id) => onChange(id === ANY ? undefined : id, false)}
      options={[
        { id: ANY, label: filters.any },
        ...[...states].map((id) => ({ id, label: submission.state({ name: id }) }))
      ]}
    />
  )
}

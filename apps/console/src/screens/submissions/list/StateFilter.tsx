/** The state of submissions: one of the form's, or what is typed while the list is of all forms, as the list shows it or as it is written. */
import type { Workflow } from "@formwork/rules/Definition"
import { useState } from "react"
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
  const { submission, submissions } = useMessages()
  const { filters } = submissions
  const named = (words: string): string => submission.stateNamed({ text: words })
  /** What is typed stays as it is typed, while it is the state of the address. */
  const [last, setLast] = useState("")
  const shown = named(last) === state ? last : submission.state({ name: state })
  const [text, setText] = useTyped(shown, (typed) => {
    setLast(typed)
    onChange(named(typed), true)
  })
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

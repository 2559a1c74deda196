/** What narrows the list. All of it is in the address, so that reload, back and a link to a colleague show the same. */
import { useNavigate } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { fetchWhenIdle, lazily } from "../../../parts/lazily.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { useTyped } from "../../forms/list/useTyped.ts"
import { Chips } from "./Chips.tsx"
import { FormChoice } from "./FormChoice.tsx"
import type { OpenedVersion } from "./openedVersion.ts"
import { StateFilter } from "./StateFilter.tsx"
import { dayOf, type FilterMember, type SubmissionsSearch, withMember } from "./submissionsSearch.ts"
import type { WhereFieldProps } from "./where/WhereField.tsx"
import styles from "./Filters.module.css"

const loadWhereField = async () => (await import("./where/WhereField.tsx")).WhereField
const WhereField = lazily<WhereFieldProps>(loadWhereField, true, false)

interface FiltersProps {
  readonly search: SubmissionsSearch
  /** Of the form, where one is chosen and has one. */
  readonly version: OpenedVersion | undefined
}

type Change = (member: FilterMember, value: string | undefined, isTyped?: boolean) => void

interface PartProps extends FiltersProps {
  readonly onChange: Change
}

interface TypedProps {
  readonly label: string
  readonly value: string | undefined
  readonly type?: "search" | "date"
  readonly maxLength?: number
  readonly onChange: (text: string) => void
}

const Typed = ({ label, maxLength, onChange, type = "search", value = "" }: TypedProps) => {
  const [text, setText] = useTyped(value, onChange)
  return <TextField label={label} type={type} maxLength={maxLength} value={text} onChange={setText} />
}

const Usual = ({ onChange, search, version }: PartProps) => {
  const { filters } = useMessages().submissions
  return (
    <>
      <FormChoice formId={search.form} onChange={(form) => onChange("form", form)} />
      <div className={styles.seldom}>
        <StateFilter
          state={search.state}
          form={search.form}
          workflow={version?.checked?.definition.workflow}
          onChange={(state, isTyped) => onChange("state", state, isTyped)}
        />
        <Typed
          label={filters.reference}
          value={search.reference}
          maxLength={100}
          onChange={(text) => onChange("reference", text, true)}
        />
        <Typed
          label={filters.text}
          value={search.text}
          maxLength={200}
          onChange={(text) => onChange("text", text, true)}
        />
      </div>
    </>
  )
}

const More = ({ onChange, search, version }: PartProps) => {
  const { filters, where } = useMessages().submissions
  return (
    <>
      <div className={styles.dates}>
        <Typed
          type="date"
          label={filters.createdFrom}
          value={dayOf(search.createdFrom)}
          onChange={(day) => onChange("createdFrom", day, true)}
        />
        <Typed
          type="date"
          label={filters.createdBefore}
          value={dayOf(search.createdBefore)}
          onChange={(day) => onChange("createdBefore", day, true)}
        />
      </div>
      <div className={styles.where}>
        {version === undefined ? (
          <p className={styles.quiet}>{search.form === undefined ? where.needsForm : where.noVersion}</p>
        ) : (
          <WhereField version={version} value={search.where ?? ""} onApply={(source) => onChange("where", source)} />
        )}
      </div>
    </>
  )
}

export const Filters = (props: FiltersProps) => {
  const { search } = props
  const { filters } = useMessages().submissions
  const navigate = useNavigate()
  const { createdBefore, createdFrom, where } = search
  const [isOpen, setOpen] = useState([createdBefore, createdFrom, where].some((one) => one !== undefined))
  // It brings an editor and the rules: three times as much as the list, which has no use for it without a form.
  const mayCondition = props.version !== undefined
  useEffect(() => {
    if (mayCondition) fetchWhenIdle(loadWhereField)
  }, [mayCondition])
  const onChange: Change = (member, value, isTyped = false) =>
    void navigate({ to: "/submissions", search: withMember(search, member, value), replace: isTyped })
  return (
    <search className={styles.filters} aria-label={filters.label}>
      <div className={styles.usual}>
        <Usual {...props} onChange={onChange} />
        <Button isExpanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? filters.less : filters.more}
        </Button>
      </div>
      {isOpen && (
        <div className={styles.more}>
          <More {...props} onChange={onChange} />
        </div>
      )}
      <Chips search={search} onRemove={(member) => onChange(member, undefined)} />
    </search>
  )
}

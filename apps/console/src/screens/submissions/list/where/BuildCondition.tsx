/** Puts a condition together from a field, a comparison and a value. What it writes stands in the line above, where it can be read and changed. */
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import type { Field } from "@formwork/rules/Definition"
import { type SyntheticEvent, useState } from "react"
import type { Messages } from "../../../../messages/Messages.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Select } from "../../../../parts/Select.tsx"
import { TextField } from "../../../../parts/TextField.tsx"
import { type Comparison, conditionOf, offeredFor, type ValueKind, valueKind } from "./comparisons.ts"
import { momentHere } from "./momentHere.ts"
import { type Subject, subjectsOf } from "./subjects.ts"
import styles from "./BuildCondition.module.css"

interface BuildConditionProps {
  readonly form: CheckedForm
  readonly onAdd: (condition: string) => void
}

interface Draft {
  readonly subject: Subject
  readonly offered: ReadonlyArray<Comparison>
  readonly comparison: Comparison
  readonly value: string
}

const firstValue = ({ field }: Subject, comparison: Comparison): string => {
  const kind = valueKind(field, comparison)
  if (kind === "option") return "options" in field ? (field.options[0]?.value ?? "") : ""
  return kind === "yesNo" ? "true" : ""
}

/** Another field keeps how it is compared, where it can be. */
const about = (form: CheckedForm, subject: Subject, before?: Comparison): Draft => {
  const offered = offeredFor(form, subject)
  const comparison = offered.find((one) => one === before) ?? offered[0] ?? "there"
  return { subject, offered, comparison, value: firstValue(subject, comparison) }
}

const comparedBy = (draft: Draft, comparison: Comparison): Draft => {
  const { comparison: before, subject, value } = draft
  const isSame = valueKind(subject.field, before) === valueKind(subject.field, comparison)
  return { ...draft, comparison, value: isSame ? value : firstValue(subject, comparison) }
}

type Words = Messages["submissions"]["where"]["build"]

interface ValueProps {
  readonly draft: Draft
  readonly kind: ValueKind
  readonly onChange: (value: string) => void
}

const choicesOf = (field: Field, kind: ValueKind, { no, yes }: Messages["submissions"]["values"]) => {
  if (kind === "yesNo")
    return [
      { id: "true", label: yes },
      { id: "false", label: no }
    ]
  return "options" in field ? field.options.map(({ label, value }) => ({ id: value, label })) : []
}

/** What is beside the value, for those who have to write it in one way. */
const helpOf = (kind: ValueKind, words: Words): string | undefined =>
  kind === "number" ? words.numberWhy : kind === "datetime" ? words.datetimeWhy : undefined

const types = { date: "date", time: "time", datetime: "datetime-local" } as const

const Value = ({ draft, kind, onChange }: ValueProps) => {
  const { values, where } = useMessages().submissions
  const { subject, value } = draft
  if (kind === "none") return null
  if (kind === "option" || kind === "yesNo")
    return (
      <Select<string>
        label={where.build.value}
        options={choicesOf(subject.field, kind, values)}
        value={value}
        onChange={onChange}
      />
    )
  const isNumber = kind === "number" || kind === "rows"
  return (
    <TextField
      key={kind}
      label={kind === "rows" ? where.build.rows : where.build.value}
      description={helpOf(kind, where.build)}
      type={kind === "date" || kind === "time" || kind === "datetime" ? types[kind] : "text"}
      inputMode={isNumber ? "decimal" : "text"}
      maxLength={isNumber ? 40 : 200}
      value={value}
      onChange={onChange}
    />
  )
}

export const BuildCondition = ({ form, onAdd }: BuildConditionProps) => {
  const { build: words } = useMessages().submissions.where
  const subjects = subjectsOf(form.definition.fields)
  const [first] = subjects
  const [draft, setDraft] = useState<Draft | undefined>(first && about(form, first))
  if (draft === undefined) return null
  const { comparison, offered, subject, value } = draft
  const kind = valueKind(subject.field, comparison)
  const condition = conditionOf(subject, comparison, kind === "datetime" ? momentHere(value) : value)
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (condition !== undefined) onAdd(condition)
  }
  return (
    <form className={styles.build} aria-label={words.label} onSubmit={submit}>
      <Select<string>
        label={words.field}
        options={subjects}
        value={subject.id}
        onChange={(next) => {
          const chosen = subjects.find((one) => one.id === next)
          if (chosen !== undefined) setDraft(about(form, chosen, comparison))
        }}
      />
      <Select<Comparison>
        label={words.comparison}
        options={offered.map((one) => ({ id: one, label: words.comparisons[one] }))}
        value={comparison}
        onChange={(next) => setDraft(comparedBy(draft, next))}
      />
      <div>
        <Value draft={draft} kind={kind} onChange={(next) => setDraft({ ...draft, value: next })} />
      </div>
      <Button type="submit" isDisabled={condition === undefined}>
        {words.add}
      </Button>
    </form>
  )
}

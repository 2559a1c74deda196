/** The filters that are set, each with a button that takes it out. */
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { signed } from "../../../parts/foreignText.ts"
import { civilDay, moment } from "../../../time/dates.ts"
import { filterMembers, type FilterMember, type SubmissionsSearch } from "./submissionsSearch.ts"
import styles from "./Chips.module.css"

interface ChipsProps {
  readonly search: SubmissionsSearch
  readonly onRemove: (member: FilterMember) => void
}

export const Chips = ({ onRemove, search }: ChipsProps) => {
  const { common, submission, submissions } = useMessages()
  const { filters, nothing } = submissions
  const shown = (member: FilterMember, value: string | boolean): string => {
    if (typeof value === "boolean") return value ? submissions.values.yes : submissions.values.no
    if (member === "state") return submission.state({ name: value })
    if (!member.startsWith("created")) return value
    return value.includes("T") ? moment(common.language, value) : civilDay(common.language, value)
  }
  const set = filterMembers.flatMap((member) => {
    const value = search[member]
    return value === undefined ? [] : [{ member, value: shown(member, value) }]
  })
  if (set.length === 0) return null
  return (
    <ul className={styles.chips} aria-label={filters.set}>
      {set.map(({ member, value }) => (
        <li key={member} className={styles.chip}>
          <span className={styles.member}>{filters[member]}</span>
          <span className={styles.value}>
            <Foreign text={value} />
          </span>
          <Button
            size="small"
            look="plain"
            label={filters.remove({ name: filters[member], value: signed(value) })}
            onPress={() => onRemove(member)}
          >
            ✕
          </Button>
        </li>
      ))}
      <li>
        <ButtonLink to="/submissions" search={search.form === undefined ? {} : { form: search.form }} look="plain">
          {nothing.clear}
        </ButtonLink>
      </li>
    </ul>
  )
}

/** Boxes for privileges, in groups. Those that the person lacks cannot be ticked, and say so. */
import type { Privilege, PrivilegeRecord } from "@formwork/client/contract"
import { useId } from "react"
import { useMe } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Checkbox } from "../../../parts/Checkbox.tsx"
import { Section } from "../../../parts/Section.tsx"
import { grouped, isDangerous } from "./privileges.ts"
import styles from "./keys.module.css"

interface PickerProps {
  readonly records: ReadonlyArray<PrivilegeRecord>
  readonly chosen: ReadonlySet<Privilege>
  readonly onChange: (chosen: ReadonlySet<Privilege>) => void
  readonly problem: string
}

const Why = ({ isHeld, record }: { readonly isHeld: boolean; readonly record: PrivilegeRecord }) => {
  const { keys, privileges } = useMessages()
  const { privilege } = record
  return (
    <>
      {privileges.why[privilege]} {!isHeld && keys.form.notHeld}
      {isDangerous(privilege) && (
        <span className={styles.danger}>
          <span aria-hidden="true">! </span>
          {keys.form.dangers[privilege]}
        </span>
      )}
    </>
  )
}

/** The word of a group; one that this console does not know stands as the server has it. */
const useSubject = (): ((subject: string) => string) => {
  const { subjects } = useMessages().keys.form
  return (subject) => new Map<string, string>(Object.entries(subjects)).get(subject) ?? subject
}

export const PrivilegePicker = ({ chosen, onChange, problem, records }: PickerProps) => {
  const { keys } = useMessages()
  const held = new Set<Privilege>(useMe().privileges)
  const subjectOf = useSubject()
  const id = useId()
  const tick = (privilege: Privilege, isTicked: boolean) => {
    const others = [...chosen].filter((one) => one !== privilege)
    onChange(new Set(isTicked ? [...others, privilege] : others))
  }
  return (
    <Section title={keys.form.privileges} description={keys.form.privilegesWhy}>
      <div
        role="group"
        tabIndex={-1}
        className={styles.privileges}
        aria-label={keys.form.privileges}
        aria-describedby={id}
        data-invalid={problem === "" ? undefined : true}
      >
        {grouped(records).map(({ records: members, subject }) => (
          <fieldset key={subject} className={styles.group}>
            <legend>{subjectOf(subject)}</legend>
            {members.map((record) => (
              <Checkbox
                key={record.privilege}
                isSelected={chosen.has(record.privilege)}
                isDisabled={!held.has(record.privilege)}
                onChange={(isTicked) => tick(record.privilege, isTicked)}
                description={<Why record={record} isHeld={held.has(record.privilege)} />}
              >
                <code>{record.privilege}</code>
              </Checkbox>
            ))}
          </fieldset>
        ))}
      </div>
      <p id={id} className={styles.problem}>
        {problem}
      </p>
    </Section>
  )
}

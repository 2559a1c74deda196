/** Which of the forms that use a table get its new version at once. */
import { useQuery } from "@tanstack/react-query"
import type { TableUse } from "@formwork/client/contract"
import { useMay } from "../../../api/me.ts"
import { tableFormsQuery } from "../../../api/table.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Checkbox } from "../../../parts/Checkbox.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Queried } from "../../../parts/States.tsx"
import type { ReadTable } from "../one/ReadTable.ts"
import styles from "../tables.module.css"

/** The server takes no more at once. */
const MOST = 100

interface FormChoiceProps {
  readonly table: ReadTable
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (chosen: ReadonlySet<string>) => void
}

const Choices = ({
  chosen,
  forms,
  onChoose
}: Omit<FormChoiceProps, "table"> & { readonly forms: ReadonlyArray<TableUse> }) => {
  const { publish, versions } = useMessages().tables
  const { forms: words } = publish
  const mayPublish = useMay("form:publish")
  const toggle = (formId: string, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(formId)
    else next.delete(formId)
    onChoose(next)
  }
  if (forms.length === 0) return <p>{words.none}</p>
  return (
    <>
      {!mayPublish && <p className={styles.quiet}>{words.needs}</p>}
      <ul className={styles.choices} aria-label={words.label}>
        {forms.map(({ code, formId, title, version }) => (
          <li key={formId}>
            <Checkbox
              isSelected={chosen.has(formId)}
              isDisabled={!mayPublish || (chosen.size >= MOST && !chosen.has(formId))}
              onChange={(isChosen) => toggle(formId, isChosen)}
              description={`${code} · ${versions.number({ number: version })}`}
            >
              <Foreign text={title} isName />
            </Checkbox>
          </li>
        ))}
      </ul>
      {mayPublish && forms.length > 1 && chosen.size < Math.min(forms.length, MOST) && (
        <span className={styles.submit}>
          <Button size="small" onPress={() => onChoose(new Set(forms.slice(0, MOST).map(({ formId }) => formId)))}>
            {words.all}
          </Button>
        </span>
      )}
    </>
  )
}

const Forms = ({ chosen, onChoose, table }: FormChoiceProps) => {
  const query = useQuery(tableFormsQuery(table.name))
  return (
    <Queried query={query} lines={3}>
      {(forms) => <Choices forms={forms} chosen={chosen} onChoose={onChoose} />}
    </Queried>
  )
}

export const FormChoice = (props: FormChoiceProps) => {
  const { forms: words } = useMessages().tables.publish
  const mayRead = useMay("form:read")
  return (
    <Section title={words.title} description={words.why}>
      {mayRead ? <Forms {...props} /> : <p className={styles.quiet}>{words.needsRead}</p>}
    </Section>
  )
}

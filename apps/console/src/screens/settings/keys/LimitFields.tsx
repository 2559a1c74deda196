/** Which forms a key reaches, by which operations, how often and from where. */
import { useQuery } from "@tanstack/react-query"
import { problemAt } from "../../../api/refusal.ts"
import { foldersQuery } from "../../../api/folders.ts"
import { formChoicesQuery } from "../../../api/reach.ts"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Foreign } from "../../../parts/Foreign.tsx"
import { PickList } from "../../../parts/PickList.tsx"
import { Section } from "../../../parts/Section.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { operationIds } from "./keyDraft.ts"
import type { KeyDraft } from "./keyDraft.ts"
import styles from "./keys.module.css"

interface LimitsProps {
  readonly draft: KeyDraft
  readonly onChange: (change: Partial<KeyDraft>) => void
  /** Of the call that was refused. */
  readonly error: unknown
}

const FormPicks = ({ draft, error, onChange }: LimitsProps) => {
  const words = useMessages().keys.form
  const forms = useQuery({ ...formChoicesQuery(""), enabled: useMay("form:read") })
  return (
    <PickList
      label={words.forms}
      description={words.formsWhy}
      any={words.anyForm}
      find={words.find({ what: words.forms })}
      noneFound={words.noneFound}
      choices={(forms.data ?? []).map(({ code, id, title }) => ({
        id,
        text: `${title} ${code}`,
        label: <Foreign text={title} isName />,
        description: <Foreign text={code} />
      }))}
      chosen={draft.forms}
      onChange={(chosen) => onChange({ forms: chosen })}
      problem={problemAt(error, "/forms")}
    />
  )
}

const FolderPicks = ({ draft, error, onChange }: LimitsProps) => {
  const words = useMessages().keys.form
  const folders = useQuery({ ...foldersQuery, enabled: useMay("folder:read") })
  return (
    <PickList
      label={words.folders}
      description={words.foldersWhy}
      any={words.anyFolder}
      find={words.find({ what: words.folders })}
      noneFound={words.noneFound}
      choices={(folders.data ?? []).map(({ id, name }) => ({ id, text: name, label: <Foreign text={name} isName /> }))}
      chosen={draft.folders}
      onChange={(chosen) => onChange({ folders: chosen })}
      problem={problemAt(error, "/folders")}
    />
  )
}

const OperationPicks = ({ draft, error, onChange }: LimitsProps) => {
  const words = useMessages().keys.form
  return (
    <PickList
      label={words.operations}
      description={words.operationsWhy}
      any={words.anyOperation}
      find={words.find({ what: words.operations })}
      noneFound={words.noneFound}
      choices={operationIds.map((id) => ({ id, text: id, label: <code>{id}</code> }))}
      chosen={draft.operations}
      onChange={(chosen) => onChange({ operations: chosen })}
      problem={problemAt(error, "/operations")}
    />
  )
}

/** @param budgetProblem a problem of the requests a minute that this page found itself. */
export const LimitFields = (props: LimitsProps & { readonly budgetProblem: string }) => {
  const words = useMessages().keys.form
  const { budgetProblem, draft, error, onChange } = props
  return (
    <Section title={words.limits} description={words.limitsWhy}>
      <div className={styles.limits}>
        <FormPicks {...props} />
        <FolderPicks {...props} />
        <OperationPicks {...props} />
        <div className={styles.pair}>
          <TextField
            label={words.requests}
            description={words.requestsWhy}
            isOptional
            inputMode="numeric"
            autoComplete="off"
            value={draft.requestsPerMinute}
            onChange={(requestsPerMinute) => onChange({ requestsPerMinute })}
            problem={budgetProblem === "" ? problemAt(error, "/requestsPerMinute") : budgetProblem}
          />
          <TextField
            label={words.addresses}
            description={words.addressesWhy}
            isOptional
            rows={2}
            autoComplete="off"
            value={draft.addresses}
            onChange={(addresses) => onChange({ addresses })}
            problem={problemAt(error, "/addresses")}
          />
        </div>
      </div>
    </Section>
  )
}

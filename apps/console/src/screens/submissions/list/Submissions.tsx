/** Submissions, of all forms or of one. What narrows the list is in the address. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { formQuery } from "../../../api/forms.ts"
import { useMay } from "../../../api/me.ts"
import { queries } from "../../../api/queries.ts"
import { submissionCountQuery } from "../../../api/submissionLists.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Empty, Loading, Queried } from "../../../parts/States.tsx"
import { ColumnsDialog } from "./ColumnsDialog.tsx"
import { slugsOf } from "./columns.ts"
import { Filters } from "./Filters.tsx"
import { newerThan } from "./newerThan.ts"
import { useNewOnes } from "./useNewOnes.ts"
import { useLiveVersion } from "./openedVersion.ts"
import { ExportDialog } from "./many/ExportDialog.tsx"
import { SelectionBar } from "./many/SelectionBar.tsx"
import { MOST_ROWS } from "./reading.ts"
import { Search } from "./Search.tsx"
import { SubmissionGrid } from "./SubmissionGrid.tsx"
import { filterOf, isFiltered, type SubmissionsSearch } from "./submissionsSearch.ts"
import { useColumns } from "./useColumns.ts"
import { type Reading, useReading } from "./useReading.ts"
import { useSelection } from "./useSelection.ts"
import type { Field } from "@formwork/rules/Definition"
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import styles from "./Submissions.module.css"

interface ListProps {
  readonly search: SubmissionsSearch
}

const NewOnes = ({ reading, search }: ListProps & { readonly reading: Reading }) => {
  const { submissions: words } = useMessages()
  // A list that was kept while the person was elsewhere was read before this.
  const [readAt] = useState(reading.query.dataUpdatedAt || Date.now)
  const { count, hasMore } = useNewOnes(
    reading.query.data === undefined ? undefined : newerThan(filterOf(search), reading.rows, readAt)
  )
  return (
    <div role="status">
      {count > 0 && (
        <span className={styles.parts}>
          {words.newOnes({ n: count, hasMore })}
          <Button size="small" onPress={() => void queries.resetQueries({ queryKey: ["submissions"] })}>
            {words.showNew}
          </Button>
        </span>
      )}
    </div>
  )
}

const Count = ({ search }: ListProps) => {
  const { submissions: words } = useMessages()
  const { data } = useQuery(submissionCountQuery(filterOf(search)))
  return (
    <span className={styles.quiet}>{data !== undefined && words.count({ n: data.count, hasMore: data.hasMore })}</span>
  )
}

const Nothing = ({ search }: ListProps) => {
  const { submissions: words } = useMessages()
  if (isFiltered(search)) {
    const clear = (
      <ButtonLink to="/submissions" search={search.form === undefined ? {} : { form: search.form }}>
        {words.nothing.clear}
      </ButtonLink>
    )
    return (
      <Empty title={words.nothing.title} action={clear}>
        {words.nothing.why}
      </Empty>
    )
  }
  return (
    <Empty title={words.empty.title} action={<ButtonLink to="/forms">{words.empty.forms}</ButtonLink>}>
      {words.empty.why}
    </Empty>
  )
}

/** What stands under the rows. */
const Rest = ({ reading }: { readonly reading: Reading }) => {
  const { common, submissions: words } = useMessages()
  const { isFull, query } = reading
  return (
    <>
      <Search reading={reading} />
      <Refused
        error={query.isFetchNextPageError ? query.error : null}
        actions={<Button onPress={reading.goOn}>{common.tryAgain}</Button>}
      />
      {query.isFetchingNextPage && !reading.isFruitless && <p className={styles.quiet}>{words.reading}</p>}
      {isFull && <Notice tone="info">{words.full({ n: MOST_ROWS })}</Notice>}
    </>
  )
}

const none: ReadonlyArray<Field> = []

interface RowsProps extends ListProps {
  readonly version: CheckedForm | undefined
  readonly isUnread: boolean
}

/** A list with its columns: what the columns are is known. */
const Rows = ({ isUnread, search, version }: RowsProps) => {
  const { submissions: words } = useMessages()
  const fields = version?.definition.fields ?? none
  const filter = filterOf(search)
  const { choose, columns } = useColumns(search.form, fields)
  const reading = useReading(filter, slugsOf(columns))
  const selection = useSelection(reading)
  return (
    <>
      <div className={styles.line}>
        <span className={styles.parts}>
          <Count search={search} />
          <NewOnes search={search} reading={reading} />
        </span>
        <span className={styles.parts}>
          <ExportDialog filter={filter} />
          <ColumnsDialog columns={columns} fields={fields} onChange={choose} />
        </span>
      </div>
      {isUnread && <Notice tone="warning">{words.choose.unread}</Notice>}
      <Queried query={reading.query}>
        {() =>
          reading.rows.length === 0 && reading.isWhole ? (
            <Nothing search={search} />
          ) : reading.rows.length === 0 ? null : (
            <SubmissionGrid
              reading={reading}
              columns={columns}
              fields={fields}
              selected={selection.selected}
              onSelect={selection.onSelect}
            />
          )
        }
      </Queried>
      {/* Below the rows: a bar above them would move them under the hand that selects. */}
      {selection.chosen.length > 0 && <SelectionBar reading={reading} {...selection} />}
      <Rest reading={reading} />
    </>
  )
}

const FormLink = ({ formId }: { readonly formId: string }) => {
  const { submissions: words } = useMessages()
  const { data: form } = useQuery({ ...formQuery(formId), enabled: useMay("form:read") })
  return (
    <Link to="/forms/$formId" params={{ formId }}>
      {form === undefined ? words.form : <Foreign text={form.title} isName />}
    </Link>
  )
}

export const Submissions = ({ search }: ListProps) => {
  const { submissions: words } = useMessages()
  const live = useLiveVersion(search.form)
  // The list does not wait while what its columns are is asked for again.
  const isUnread = live.data === undefined && (live.isError || live.failureCount > 0)
  return (
    <Page
      title={words.title}
      description={words.description}
      width="whole"
      trail={search.form === undefined ? undefined : <FormLink formId={search.form} />}
    >
      <div className={styles.list}>
        <Filters search={search} version={live.data ?? undefined} />
        {!live.isPending || isUnread ? (
          <Rows
            key={JSON.stringify(search)}
            search={search}
            version={live.data?.checked}
            isUnread={isUnread || (live.data?.definition !== undefined && live.data.checked === undefined)}
          />
        ) : (
          <Loading />
        )}
      </div>
    </Page>
  )
}

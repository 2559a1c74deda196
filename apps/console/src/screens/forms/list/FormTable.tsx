/** A page of forms after the other. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { Form } from "@formwork/client/contract"
import { formsQuery } from "../../../api/forms.ts"
import { useMay } from "../../../api/me.ts"
import { weekQuery } from "../../../api/overview.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Empty, Queried } from "../../../parts/States.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Table } from "../../../parts/Table.tsx"
import type { Column } from "../../../parts/Table.tsx"
import { When } from "../../../parts/When.tsx"
import { FormMenu } from "../FormMenu.tsx"
import { DraftState, LiveState } from "../FormState.tsx"
import { filterOf, isFiltered } from "./formsSearch.ts"
import type { FormsSearch } from "./formsSearch.ts"
import styles from "./Forms.module.css"

const useColumns = (): ReadonlyArray<Column<Form>> => {
  const { common, forms } = useMessages()
  const { list } = forms
  const week = useQuery({ ...weekQuery, enabled: useMay("report:read") })
  const calls = new Map(week.data?.items.map(({ create, evaluate, formId }) => [formId, create + evaluate]))
  return [
    {
      id: "title",
      label: list.title,
      isMain: true,
      cell: ({ id, title }) => (
        <Link to="/forms/$formId" params={{ formId: id }} className={styles.title ?? ""}>
          <Foreign text={title} isName />
        </Link>
      )
    },
    { id: "code", label: list.code, cell: ({ code }) => <code>{code}</code> },
    { id: "live", label: list.live, cell: (form) => <LiveState form={form} /> },
    { id: "draft", label: list.draft, cell: (form) => <DraftState form={form} isBrief /> },
    {
      id: "calls",
      label: list.calls,
      align: "end",
      cell: ({ id }) => {
        const n = calls.get(id)
        return n === undefined ? null : common.number({ n })
      }
    },
    { id: "updated", label: list.updated, cell: ({ updatedAt }) => <When at={updatedAt} /> },
    { id: "actions", label: list.actions, isLabelHidden: true, align: "end", cell: (form) => <FormMenu form={form} /> }
  ]
}

const NoForms = ({ search }: { readonly search: FormsSearch }) => {
  const { list, new: add } = useMessages().forms
  if (isFiltered(search)) {
    const { folder } = search
    const clear = (
      <ButtonLink to="/forms" search={folder === undefined ? {} : { folder }}>
        {list.clear}
      </ButtonLink>
    )
    return (
      <Empty title={list.nothingTitle} action={clear}>
        {list.nothing}
      </Empty>
    )
  }
  const isFolder = search.folder !== undefined
  return (
    <Empty
      title={isFolder ? list.emptyFolderTitle : list.emptyTitle}
      action={
        <ButtonLink to="/forms/new" search={isFolder ? { folder: search.folder } : {}} look="primary">
          {add}
        </ButtonLink>
      }
    >
      {isFolder ? list.emptyFolder : list.empty}
    </Empty>
  )
}

export const FormTable = ({ search }: { readonly search: FormsSearch }) => {
  const { common, forms: words } = useMessages()
  const columns = useColumns()
  const forms = useInfiniteQuery(formsQuery(filterOf(search)))
  return (
    <Queried query={forms}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items)
        if (rows.length === 0) return <NoForms search={search} />
        return (
          <div className={styles.list}>
            <Table label={words.list.label} columns={columns} rows={rows} rowId={({ id }) => id} />
            <Refused error={forms.isFetchNextPageError ? forms.error : null} />
            {forms.hasNextPage && (
              <Button isPending={forms.isFetchingNextPage} onPress={() => void forms.fetchNextPage()}>
                {common.showMore}
              </Button>
            )}
          </div>
        )
      }}
    </Queried>
  )
}

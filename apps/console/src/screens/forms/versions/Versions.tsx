/** Every version of a form, the newest first. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { Form, FormVersionSummary } from "@formwork/client/contract"
import { versionsQuery } from "../../../api/forms.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import { Button } from "../../../parts/Button.tsx"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Empty, Queried } from "../../../parts/States.tsx"
import { Table } from "../../../parts/Table.tsx"
import type { Column } from "../../../parts/Table.tsx"
import { When } from "../../../parts/When.tsx"
import { FormFrame } from "../one/FormFrame.tsx"
import { PublishAgain } from "./PublishAgain.tsx"
import styles from "./Versions.module.css"

const useColumns = (form: Form): ReadonlyArray<Column<FormVersionSummary>> => {
  const { versions: words } = useMessages()
  const { id: formId, liveVersionId } = form
  return [
    {
      id: "number",
      label: words.version,
      cell: ({ id, isLive, number }) => (
        <span className={styles.number}>
          <Link to="/forms/$formId/versions/$versionId" params={{ formId, versionId: id }}>
            {words.number({ number })}
          </Link>
          {isLive && <Badge tone="ok">{words.live}</Badge>}
        </span>
      )
    },
    { id: "published", label: words.published, cell: ({ publishedAt }) => <When at={publishedAt} /> },
    { id: "by", label: words.by, cell: ({ publishedBy }) => <Foreign text={publishedBy.name} isName /> },
    {
      id: "note",
      label: words.note,
      cell: ({ note }) =>
        note === null ? null : (
          <span className={styles.note}>
            <Foreign text={note} />
          </span>
        )
    },
    {
      id: "actions",
      label: words.actions,
      isLabelHidden: true,
      align: "end",
      cell: ({ id, isLive, number }) =>
        isLive ? null : (
          <span className={styles.actions}>
            {liveVersionId !== null && (
              <Link
                to="/forms/$formId/versions/$versionId"
                params={{ formId, versionId: id }}
                search={{ compare: liveVersionId }}
                className={styles.compare ?? ""}
              >
                {words.compare}
              </Link>
            )}
            <PublishAgain form={form} version={{ id, number }} label={words.again} />
          </span>
        )
    }
  ]
}

const VersionTable = ({ form }: { readonly form: Form }) => {
  const { common, forms, versions: words } = useMessages()
  const columns = useColumns(form)
  const versions = useInfiniteQuery(versionsQuery(form.id))
  return (
    <Queried query={versions}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items)
        if (rows.length === 0) {
          return (
            <Empty
              title={words.emptyTitle}
              action={
                <ButtonLink to="/forms/$formId/publish" params={{ formId: form.id }} look="primary">
                  {forms.actions.publish}
                </ButtonLink>
              }
            >
              {words.empty}
            </Empty>
          )
        }
        return (
          <div className={styles.list}>
            <Table label={words.label} columns={columns} rows={rows} rowId={({ id }) => id} />
            <Refused error={versions.isFetchNextPageError ? versions.error : null} />
            {versions.hasNextPage && (
              <Button isPending={versions.isFetchingNextPage} onPress={() => void versions.fetchNextPage()}>
                {common.showMore}
              </Button>
            )}
          </div>
        )
      }}
    </Queried>
  )
}

export const Versions = ({ formId }: { readonly formId: string }) => (
  <FormFrame formId={formId}>{(form) => <VersionTable form={form} />}</FormFrame>
)

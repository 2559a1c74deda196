/** What stands around every screen of one table: how it is, its other screens, and what can be done with it. */
import { useQuery } from "@tanstack/react-query"
import { Link, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import type { ReactNode } from "react"
import { api } from "../../../api/api.ts"
import { useMay } from "../../../api/me.ts"
import { tableQuery, tablesChanged } from "../../../api/table.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Failed, Loading } from "../../../parts/States.tsx"
import { useFailure } from "../../../parts/useFailure.ts"
import { NewestVersion, TableDraft } from "../TableState.tsx"
import type { ReadTable } from "./ReadTable.ts"
import frame from "../../forms/one/FormFrame.module.css"
import styles from "../tables.module.css"

interface TableFrameProps {
  readonly tableName: string
  readonly children: (table: ReadTable) => ReactNode
}

const tabs = ["rows", "versions", "forms", "publish"] as const

const addresses = {
  rows: "/tables/$tableName",
  versions: "/tables/$tableName/versions",
  forms: "/tables/$tableName/forms",
  publish: "/tables/$tableName/publish"
} as const

const Tabs = ({ tableName }: { readonly tableName: string }) => {
  const { tabs: words } = useMessages().tables
  const held = { forms: useMay("form:read"), publish: useMay("table:publish"), rows: true, versions: true }
  return (
    <nav className={frame.tabs} aria-label={words.label}>
      {tabs
        .filter((tab) => held[tab])
        .map((tab) => (
          <Link
            key={tab}
            to={addresses[tab]}
            params={{ tableName }}
            activeOptions={{ exact: tab === "rows", includeSearch: false }}
            className={frame.tab ?? ""}
          >
            {words[tab]}
          </Link>
        ))}
    </nav>
  )
}

const Remove = ({ tableName }: { readonly tableName: string }) => {
  const { remove: words } = useMessages().tables
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const remove = async () => {
    await api.tables.remove({ tableName })
    await navigate({ to: "/tables" })
    await tablesChanged()
  }
  return (
    <>
      <Button onPress={() => setAsked(true)}>{words.open}</Button>
      {isAsked && (
        <ConfirmDialog
          title={words.title({ name: tableName })}
          submit={words.submit}
          isDanger
          onSubmit={remove}
          onClose={() => setAsked(false)}
        >
          <p>{words.why}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

const Actions = ({ table: { name: tableName, version } }: { readonly table: ReadTable }) => {
  const { replace } = useMessages().tables
  return (
    <>
      {version === null && <Remove tableName={tableName} />}
      <ButtonLink to="/tables/$tableName/replace" params={{ tableName }}>
        {replace.title}
      </ButtonLink>
    </>
  )
}

export const TableFrame = ({ children, tableName }: TableFrameProps) => {
  const { tables: words } = useMessages()
  const mayWrite = useMay("table:write")
  const query = useQuery(tableQuery(tableName))
  const { data: table } = query
  const failure = useFailure(query)
  const trail = <Link to="/tables">{words.title}</Link>
  if (table === undefined) {
    return (
      <Page title={words.title} trail={trail}>
        {failure === undefined ? <Loading /> : <Failed {...failure} onRetry={() => void query.refetch()} />}
      </Page>
    )
  }
  return (
    <Page
      title={table.name}
      heading={<Foreign text={table.name} isName />}
      description={
        <span className={styles.row}>
          <NewestVersion table={table} />
          <TableDraft table={table} />
        </span>
      }
      trail={trail}
      actions={mayWrite && <Actions table={table} />}
    >
      <Tabs tableName={tableName} />
      {children(table)}
    </Page>
  )
}

/** The screens of tables, loaded when one is opened. */
import { createLazyRoute, getRouteApi } from "@tanstack/react-router"
import { NewTable } from "../screens/tables/file/NewTable.tsx"
import { ReplaceDraft } from "../screens/tables/file/ReplaceDraft.tsx"
import { Tables } from "../screens/tables/list/Tables.tsx"
import { PublishTable } from "../screens/tables/publish/PublishTable.tsx"
import { CompareTable } from "../screens/tables/versions/CompareTable.tsx"
import { TableForms } from "../screens/tables/versions/TableForms.tsx"
import { TableVersions } from "../screens/tables/versions/TableVersions.tsx"
import { TableRows } from "../screens/tables/one/TableRows.tsx"

const rows = getRouteApi("/shell/tables/$tableName")
const replace = getRouteApi("/shell/tables/$tableName/replace")
const versions = getRouteApi("/shell/tables/$tableName/versions")
const compare = getRouteApi("/shell/tables/$tableName/compare")
const forms = getRouteApi("/shell/tables/$tableName/forms")
const publish = getRouteApi("/shell/tables/$tableName/publish")

export const lazyTables = createLazyRoute("/shell/tables")({ component: Tables })

export const lazyNewTable = createLazyRoute("/shell/tables/new-table")({ component: NewTable })

export const lazyRows = createLazyRoute("/shell/tables/$tableName")({
  component: () => {
    const { tableName } = rows.useParams()
    return <TableRows key={tableName} tableName={tableName} edition={rows.useSearch().edition ?? "draft"} />
  }
})

export const lazyReplace = createLazyRoute("/shell/tables/$tableName/replace")({
  component: () => {
    const { tableName } = replace.useParams()
    return <ReplaceDraft key={tableName} tableName={tableName} />
  }
})

export const lazyVersions = createLazyRoute("/shell/tables/$tableName/versions")({
  component: () => {
    const { tableName } = versions.useParams()
    return <TableVersions key={tableName} tableName={tableName} />
  }
})

export const lazyCompare = createLazyRoute("/shell/tables/$tableName/compare")({
  component: () => {
    const { tableName } = compare.useParams()
    return <CompareTable key={tableName} tableName={tableName} search={compare.useSearch()} />
  }
})

export const lazyForms = createLazyRoute("/shell/tables/$tableName/forms")({
  component: () => {
    const { tableName } = forms.useParams()
    return <TableForms key={tableName} tableName={tableName} />
  }
})

export const lazyPublish = createLazyRoute("/shell/tables/$tableName/publish")({
  component: () => {
    const { tableName } = publish.useParams()
    return <PublishTable key={tableName} tableName={tableName} />
  }
})

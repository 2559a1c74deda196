/** The addresses of tables. A table's name has no hyphen, so `new-table` is none. */
import { createRoute } from "@tanstack/react-router"
import { compareSearch, rowsSearch } from "../screens/tables/one/rowsSearch.ts"
import { shell } from "./shell.tsx"

const screens = () => import("./tables.lazy.tsx")

const list = createRoute({ getParentRoute: () => shell, path: "/tables" }).lazy(() =>
  screens().then(({ lazyTables }) => lazyTables)
)

const make = createRoute({ getParentRoute: () => shell, path: "/tables/new-table" }).lazy(() =>
  screens().then(({ lazyNewTable }) => lazyNewTable)
)

const rows = createRoute({
  getParentRoute: () => shell,
  path: "/tables/$tableName",
  validateSearch: rowsSearch
}).lazy(() => screens().then(({ lazyRows }) => lazyRows))

const replace = createRoute({ getParentRoute: () => shell, path: "/tables/$tableName/replace" }).lazy(() =>
  screens().then(({ lazyReplace }) => lazyReplace)
)

const versions = createRoute({ getParentRoute: () => shell, path: "/tables/$tableName/versions" }).lazy(() =>
  screens().then(({ lazyVersions }) => lazyVersions)
)

const compare = createRoute({
  getParentRoute: () => shell,
  path: "/tables/$tableName/compare",
  validateSearch: compareSearch
}).lazy(() => screens().then(({ lazyCompare }) => lazyCompare))

const forms = createRoute({ getParentRoute: () => shell, path: "/tables/$tableName/forms" }).lazy(() =>
  screens().then(({ lazyForms }) => lazyForms)
)

const publish = createRoute({ getParentRoute: () => shell, path: "/tables/$tableName/publish" }).lazy(() =>
  screens().then(({ lazyPublish }) => lazyPublish)
)

export const tableRoutes = [list, make, rows, replace, versions, compare, forms, publish] as const

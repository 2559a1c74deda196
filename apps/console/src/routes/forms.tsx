import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { formQuery, formsQuery } from "../api/forms.ts"
import { queries } from "../api/queries.ts"
import { filterOf, formsSearch } from "../screens/forms/list/formsSearch.ts"
import { newFormSearch } from "../screens/forms/new/newFormSearch.ts"
import { integrateSearch } from "../screens/forms/one/integrateSearch.ts"
import { beside } from "./beside.ts"
import { fetchedWith } from "./fetchedWith.ts"
import { shell } from "./shell.tsx"

const Forms = lazyRouteComponent(() => import("../screens/forms/list/Forms.tsx"), "Forms")

export const formsRoute = createRoute({
  getParentRoute: () => shell,
  path: "/forms",
  validateSearch: formsSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ cause, deps }) => beside(cause, () => queries.prefetchInfiniteQuery(formsQuery(filterOf(deps)))),
  component: fetchedWith(Forms, () => <Forms search={formsRoute.useSearch()} />)
})

const NewForm = lazyRouteComponent(() => import("../screens/forms/new/NewForm.tsx"), "NewForm")

export const newFormRoute = createRoute({
  getParentRoute: () => shell,
  path: "/forms/new",
  validateSearch: newFormSearch,
  component: fetchedWith(NewForm, () => <NewForm search={newFormRoute.useSearch()} />)
})

const Overview = lazyRouteComponent(() => import("../screens/forms/one/Overview.tsx"), "Overview")

export const formRoute = createRoute({
  getParentRoute: () => shell,
  path: "/forms/$formId",
  loader: ({ cause, params }) => beside(cause, () => queries.prefetchQuery(formQuery(params.formId))),
  component: fetchedWith(Overview, () => <Overview {...formRoute.useParams()} />)
})

const Integrate = lazyRouteComponent(() => import("../screens/forms/one/Integrate.tsx"), "Integrate")

export const integrateRoute = createRoute({
  getParentRoute: () => shell,
  path: "/forms/$formId/integrate",
  validateSearch: integrateSearch,
  component: fetchedWith(Integrate, () => (
    <Integrate {...integrateRoute.useParams()} view={integrateRoute.useSearch().view ?? "calls"} />
  ))
})

const Versions = lazyRouteComponent(() => import("../screens/forms/versions/Versions.tsx"), "Versions")

export const versionsRoute = createRoute({
  getParentRoute: () => shell,
  path: "/forms/$formId/versions",
  component: fetchedWith(Versions, () => <Versions {...versionsRoute.useParams()} />)
})

const VersionPage = lazyRouteComponent(() => import("../screens/forms/versions/VersionPage.tsx"), "VersionPage")

export const versionRoute = createRoute({
  getParentRoute: () => shell,
  path: "/forms/$formId/versions/$versionId",
  validateSearch: ({ compare }: Record<string, unknown>): { readonly compare?: string } =>
    typeof compare === "string" ? { compare } : {},
  component: fetchedWith(VersionPage, () => (
    <VersionPage {...versionRoute.useParams()} compare={versionRoute.useSearch().compare} />
  ))
})

const Publish = lazyRouteComponent(() => import("../screens/forms/publish/Publish.tsx"), "Publish")

export const publishRoute = createRoute({
  getParentRoute: () => shell,
  path: "/forms/$formId/publish",
  validateSearch: ({ published }: Record<string, unknown>): { readonly published?: string } =>
    typeof published === "string" ? { published } : {},
  component: fetchedWith(Publish, () => (
    <Publish {...publishRoute.useParams()} published={publishRoute.useSearch().published} />
  ))
})

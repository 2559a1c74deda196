/** The address of the list of submissions. */
import { createRoute } from "@tanstack/react-router"
import { submissionsQuery } from "../api/submissionLists.ts"
import { queries } from "../api/queries.ts"
import { filterOf, submissionsSearch } from "../screens/submissions/list/submissionsSearch.ts"
import { beside } from "./beside.ts"
import { shell } from "./shell.tsx"

export const submissionsRoute = createRoute({
  getParentRoute: () => shell,
  path: "/submissions",
  validateSearch: submissionsSearch,
  loaderDeps: ({ search }) => search,
  // Which columns the list of one form has is known only once the form is.
  loader: ({ cause, deps }) => {
    if (deps.form === undefined)
      beside(cause, () => queries.prefetchInfiniteQuery(submissionsQuery(filterOf(deps), [])))
  }
}).lazy(() => import("./submissions.lazy.tsx").then(({ lazySubmissions }) => lazySubmissions))

/** The address of one submission. */
import { createRoute } from "@tanstack/react-router"
import { queries } from "../api/queries.ts"
import { submissionQuery } from "../api/submission.ts"
import { submissionSearch } from "../screens/submissions/one/submissionSearch.ts"
import { beside } from "./beside.ts"
import { shell } from "./shell.tsx"

export const submissionRoute = createRoute({
  getParentRoute: () => shell,
  path: "/submissions/$submissionId",
  validateSearch: submissionSearch,
  loader: ({ cause, params }) => beside(cause, () => queries.prefetchQuery(submissionQuery(params.submissionId)))
}).lazy(() => import("./submission.lazy.tsx").then(({ lazySubmission }) => lazySubmission))

/** The address of one submission. */
import { createRoute } from "@tanstack/react-router"
import { submissionSearch } from "../screens/submissions/one/submissionSearch.ts"
import { shell } from "./shell.tsx"

export const submissionRoute = createRoute({
  getParentRoute: () => shell,
  path: "/submissions/$submissionId",
  validateSearch: submissionSearch
}).lazy(() => import("./submission.lazy.tsx").then(({ lazySubmission }) => lazySubmission))

/** The address of the list of submissions. */
import { createRoute } from "@tanstack/react-router"
import { submissionsSearch } from "../screens/submissions/list/submissionsSearch.ts"
import { shell } from "./shell.tsx"

export const submissionsRoute = createRoute({
  getParentRoute: () => shell,
  path: "/submissions",
  validateSearch: submissionsSearch
}).lazy(() => import("./submissions.lazy.tsx").then(({ lazySubmissions }) => lazySubmissions))

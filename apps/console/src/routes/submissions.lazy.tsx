/** The list of submissions, loaded when it is opened. */
import { createLazyRoute, getRouteApi } from "@tanstack/react-router"
import { Submissions } from "../screens/submissions/list/Submissions.tsx"

const route = getRouteApi("/shell/submissions")

export const lazySubmissions = createLazyRoute("/shell/submissions")({
  component: () => <Submissions search={route.useSearch()} />
})

/** The addresses of reports: of a form's submissions, and of calls. */
import { createRoute } from "@tanstack/react-router"
import { periodSearch } from "../screens/reports/period.ts"
import { usageSearch } from "../screens/reports/usage/usageSearch.ts"
import { shell } from "./shell.tsx"

const screens = () => import("./reports.lazy.tsx")

const form = createRoute({
  getParentRoute: () => shell,
  path: "/forms/$formId/report",
  validateSearch: periodSearch
}).lazy(() => screens().then(({ lazyFormReport }) => lazyFormReport))

const usage = createRoute({
  getParentRoute: () => shell,
  path: "/usage",
  validateSearch: usageSearch
}).lazy(() => screens().then(({ lazyUsage }) => lazyUsage))

export const reportRoutes = [form, usage] as const

/** The screens of reports, loaded when one is opened. */
import { createLazyRoute, getRouteApi } from "@tanstack/react-router"
import { FormReport } from "../screens/reports/form/FormReport.tsx"
import { Usage } from "../screens/reports/usage/Usage.tsx"

const form = getRouteApi("/shell/forms/$formId/report")
const usage = getRouteApi("/shell/usage")

export const lazyFormReport = createLazyRoute("/shell/forms/$formId/report")({
  component: () => {
    const { formId } = form.useParams()
    return <FormReport key={formId} formId={formId} search={form.useSearch()} />
  }
})

export const lazyUsage = createLazyRoute("/shell/usage")({ component: () => <Usage search={usage.useSearch()} /> })

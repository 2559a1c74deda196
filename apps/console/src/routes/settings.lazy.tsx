/** The screens of Settings, Secrets, Organisation and Audit log, loaded when one is opened. */
import { createLazyRoute, getRouteApi } from "@tanstack/react-router"
import { AuditLog } from "../screens/settings/audit/AuditLog.tsx"
import { Organisation } from "../screens/settings/organisation/Organisation.tsx"
import { Secrets } from "../screens/settings/secrets/Secrets.tsx"

const audit = getRouteApi("/shell/settings/audit")

export const lazySecrets = createLazyRoute("/shell/settings/secrets")({ component: Secrets })

export const lazyOrganisation = createLazyRoute("/shell/settings/organisation")({ component: Organisation })

export const lazyAudit = createLazyRoute("/shell/settings/audit")({
  component: () => <AuditLog search={audit.useSearch()} />
})

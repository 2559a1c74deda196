/** The addresses of Settings, Secrets, Organisation and Audit log. */
import { createRoute } from "@tanstack/react-router"
import { auditSearch } from "../screens/settings/audit/auditSearch.ts"
import { shell } from "./shell.tsx"

const screens = () => import("./settings.lazy.tsx")

const secrets = createRoute({ getParentRoute: () => shell, path: "/settings/secrets" }).lazy(() =>
  screens().then(({ lazySecrets }) => lazySecrets)
)

const organisation = createRoute({ getParentRoute: () => shell, path: "/settings/organisation" }).lazy(() =>
  screens().then(({ lazyOrganisation }) => lazyOrganisation)
)

const audit = createRoute({
  getParentRoute: () => shell,
  path: "/settings/audit",
  validateSearch: auditSearch
}).lazy(() => screens().then(({ lazyAudit }) => lazyAudit))

export const settingsRoutes = [secrets, organisation, audit] as const

/** The addresses of Settings, API keys. */
import { createRoute } from "@tanstack/react-router"
import { keyFilters } from "../screens/settings/keys/keyState.ts"
import type { KeyFilter } from "../screens/settings/keys/keyState.ts"
import { isUsagePeriod } from "../screens/settings/keys/usagePeriod.ts"
import type { UsagePeriod } from "../screens/settings/keys/usagePeriod.ts"
import { shell } from "./shell.tsx"

const screens = () => import("./keys.lazy.tsx")

const list = createRoute({
  getParentRoute: () => shell,
  path: "/settings/keys",
  validateSearch: ({ filter }: Record<string, unknown>): { readonly filter?: KeyFilter } => {
    const known = keyFilters.find((one) => one === filter)
    return known === undefined || known === "active" ? {} : { filter: known }
  }
}).lazy(() => screens().then(({ lazyKeyList }) => lazyKeyList))

const make = createRoute({ getParentRoute: () => shell, path: "/settings/keys/new" }).lazy(() =>
  screens().then(({ lazyNewKey }) => lazyNewKey)
)

const detail = createRoute({
  getParentRoute: () => shell,
  path: "/settings/keys/$keyId",
  validateSearch: ({ days }: Record<string, unknown>): { readonly days?: UsagePeriod } =>
    isUsagePeriod(days) ? { days } : {}
}).lazy(() => screens().then(({ lazyKeyDetail }) => lazyKeyDetail))

const rotate = createRoute({ getParentRoute: () => shell, path: "/settings/keys/$keyId/rotate" }).lazy(() =>
  screens().then(({ lazyRotateKey }) => lazyRotateKey)
)

export const keyRoutes = [list, make, detail, rotate] as const

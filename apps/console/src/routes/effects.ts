/** The addresses of effects. */
import { createRoute } from "@tanstack/react-router"
import { effectsSearch } from "../screens/effects/list/effectsSearch.ts"
import { shell } from "./shell.tsx"

const screens = () => import("./effects.lazy.tsx")

const list = createRoute({
  getParentRoute: () => shell,
  path: "/effects",
  validateSearch: effectsSearch
}).lazy(() => screens().then(({ lazyEffects }) => lazyEffects))

const one = createRoute({ getParentRoute: () => shell, path: "/effects/$effectId" }).lazy(() =>
  screens().then(({ lazyEffect }) => lazyEffect)
)

export const effectRoutes = [list, one] as const

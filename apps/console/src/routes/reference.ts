/** The address of the API reference. */
import { createRoute } from "@tanstack/react-router"
import { referenceSearch } from "../screens/reference/referenceSearch.ts"
import { shell } from "./shell.tsx"

export const referenceRoute = createRoute({
  getParentRoute: () => shell,
  path: "/api",
  validateSearch: referenceSearch
}).lazy(() => import("./reference.lazy.tsx").then(({ lazyReference }) => lazyReference))

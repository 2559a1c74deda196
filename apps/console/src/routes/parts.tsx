/** `/console/_parts`, while the console is developed: every part in every state. A build has no such address. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { root } from "./root.tsx"

export const partsRoutes = import.meta.env.DEV
  ? [
      createRoute({
        getParentRoute: () => root,
        path: "/_parts",
        component: lazyRouteComponent(() => import("../screens/parts/Parts.tsx"), "Parts")
      })
    ]
  : []

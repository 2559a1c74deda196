import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shell } from "./shell.tsx"

export const accountRoute = createRoute({
  getParentRoute: () => shell,
  path: "/settings/me",
  component: lazyRouteComponent(() => import("../screens/settings/me/Account.tsx"), "Account")
})

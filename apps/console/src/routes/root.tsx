/** Above all routes. */
import { createRootRoute, Outlet } from "@tanstack/react-router"
import { NotFound } from "../screens/shell/NotFound.tsx"

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })

/** The author's workspace. What is open in it is in the address. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { type View, viewIn } from "./lastView.ts"
import { shell } from "./shell.tsx"

export interface WorkspaceSearch {
  readonly view: View
  /** Pointer of the member that is selected. */
  readonly at?: string
  /** Whether the try-out is open. */
  readonly try: boolean
}

export const editRoute = createRoute({
  getParentRoute: () => shell,
  path: "/forms/$formId/edit",
  validateSearch: ({ at, try: isTried, view }: Record<string, unknown>): WorkspaceSearch => ({
    view: viewIn(view),
    ...(typeof at === "string" && at.startsWith("/") ? { at } : {}),
    try: isTried !== false
  }),
  component: lazyRouteComponent(() => import("../screens/author/Workspace.tsx"), "Workspace")
})

/** The author's workspace. What is open in it is in the address. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router"
import { shell } from "./shell.tsx"

export interface WorkspaceSearch {
  readonly view: "structure" | "source" | "both"
  /** Pointer of the member that is selected. */
  readonly at?: string
  /** Whether the try-out is open. */
  readonly try: boolean
}

const viewOf = (view: unknown): WorkspaceSearch["view"] => (view === "source" || view === "both" ? view : "structure")

export const editRoute = createRoute({
  getParentRoute: () => shell,
  path: "/forms/$formId/edit",
  validateSearch: ({ at, try: isTried, view }: Record<string, unknown>): WorkspaceSearch => ({
    view: viewOf(view),
    ...(typeof at === "string" && at.startsWith("/") ? { at } : {}),
    try: isTried !== false
  }),
  component: lazyRouteComponent(() => import("../screens/author/Workspace.tsx"), "Workspace")
})

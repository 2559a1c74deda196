import { createRoute } from "@tanstack/react-router"
import { root } from "./root.tsx"

export const invitationRoute = createRoute({ getParentRoute: () => root, path: "/invitation" }).lazy(() =>
  import("../screens/invitation/invitationScreen.ts").then(({ invitationScreen }) => invitationScreen)
)

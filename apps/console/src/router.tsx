/** Which address shows which screen. */
import { createRouter } from "@tanstack/react-router"
import { accountRoute } from "./routes/account.tsx"
import { editRoute } from "./routes/edit.tsx"
import { effectRoutes } from "./routes/effects.ts"
import {
  formRoute,
  formsRoute,
  integrateRoute,
  newFormRoute,
  publishRoute,
  versionRoute,
  versionsRoute
} from "./routes/forms.tsx"
import { homeRoute } from "./routes/home.tsx"
import { invitationRoute } from "./routes/invitation.tsx"
import { keyRoutes } from "./routes/keys.ts"
import { partsRoutes } from "./routes/parts.tsx"
import { peopleRoutes } from "./routes/people.ts"
import { referenceRoute } from "./routes/reference.ts"
import { reportRoutes } from "./routes/reports.ts"
import { root } from "./routes/root.tsx"
import { settingsRoutes } from "./routes/settings.ts"
import { shell } from "./routes/shell.tsx"
import { signInRoute } from "./routes/signIn.tsx"
import { submissionRoute } from "./routes/submission.ts"
import { submissionsRoute } from "./routes/submissions.ts"
import { tableRoutes } from "./routes/tables.ts"
import { unknownRoute } from "./routes/unknown.ts"
import { NotOpened } from "./screens/shell/NotOpened.tsx"

export const router = createRouter({
  routeTree: root.addChildren([
    signInRoute,
    invitationRoute,
    ...partsRoutes,
    shell.addChildren([
      homeRoute,
      formsRoute,
      newFormRoute,
      formRoute,
      editRoute,
      integrateRoute,
      publishRoute,
      versionsRoute,
      versionRoute,
      submissionsRoute,
      submissionRoute,
      accountRoute,
      referenceRoute,
      ...effectRoutes,
      ...keyRoutes,
      ...peopleRoutes,
      ...reportRoutes,
      ...settingsRoutes,
      ...tableRoutes,
      unknownRoute
    ])
  ]),
  basepath: "/console",
  defaultErrorComponent: NotOpened,
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultPendingMs: 150
})

declare module "@tanstack/react-router" {
  interface Register {
    readonly router: typeof router
  }
}

/** The screen of `/invitation`, fetched when it is opened. */
import { createLazyRoute } from "@tanstack/react-router"
import { Invitation } from "./Invitation.tsx"

export const invitationScreen = createLazyRoute("/invitation")({ component: Invitation })

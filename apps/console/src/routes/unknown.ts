/** An address without a screen, behind the door: the navigation stays. */
import { createRoute } from "@tanstack/react-router"
import { NotFound } from "../screens/shell/NotFound.tsx"
import { shell } from "./shell.tsx"

export const unknownRoute = createRoute({ getParentRoute: () => shell, path: "$", component: NotFound })

import { createRoute } from "@tanstack/react-router"
import { Home } from "../screens/home/Home.tsx"
import { shell } from "./shell.tsx"

export const homeRoute = createRoute({ getParentRoute: () => shell, path: "/", component: Home })

/** What a route shows, with the screen in it that is fetched by itself: fetching the route's parts ahead fetches the screen too. */
import type { RouteComponent } from "@tanstack/react-router"
import type { ReactNode } from "react"

/** @param screen of `lazyRouteComponent`. */
export const fetchedWith = (screen: Pick<RouteComponent, "preload">, shown: () => ReactNode): RouteComponent =>
  Object.assign(shown, { preload: () => screen.preload?.() })

/**
 * Parts that are fetched apart from what shows them. What is shown only when it is asked for is fetched as soon as the page has nothing
 * else to do, so that it is there at once, and while the server is away.
 */
import { type ComponentType, lazy, Suspense } from "react"
import { Loading } from "./States.tsx"

/** After it, where the browser does not say when it is idle. */
const LATER_MILLIS = 2_000

/** Where it cannot be fetched then, it is fetched when it is shown. */
export const fetchWhenIdle = (load: () => Promise<unknown>): void => {
  const run = () => void load().catch(() => undefined)
  if ("requestIdleCallback" in globalThis) requestIdleCallback(run)
  else setTimeout(run, LATER_MILLIS)
}

/**
 * ```tsx
 * const Trace = lazily(async () => (await import("./Trace.tsx")).Trace)
 * ```
 * @param isOpen whether its place is seen while it is fetched: then grey lines stand there, and otherwise nothing.
 * @param isAhead whether it is fetched as soon as the page is idle, and not only when something else does so (`fetchWhenIdle`).
 */
export const lazily = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOpen = false,
  isAhead = true
): ComponentType<Props> => {
  const Part = lazy(async () => ({ default: await load() }))
  if (isAhead) fetchWhenIdle(load)
  return (props) => (
    <Suspense fallback={isOpen ? <Loading /> : null}>
      <Part {...props} />
    </Suspense>
  )
}

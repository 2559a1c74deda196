/** The API reference, loaded when it is opened. */
import { createLazyRoute, getRouteApi } from "@tanstack/react-router"
import { Reference } from "../screens/reference/Reference.tsx"

const reference = getRouteApi("/shell/api")

export const lazyReference = createLazyRoute("/shell/api")({
  component: () => <Reference search={reference.useSearch()} />
})

/** The screens of effects, loaded when one is opened. */
import { createLazyRoute, getRouteApi } from "@tanstack/react-router"
import { Effects } from "../screens/effects/list/Effects.tsx"
import { EffectDetail } from "../screens/effects/one/EffectDetail.tsx"

const list = getRouteApi("/shell/effects")
const one = getRouteApi("/shell/effects/$effectId")

export const lazyEffects = createLazyRoute("/shell/effects")({
  component: () => <Effects search={list.useSearch()} />
})

export const lazyEffect = createLazyRoute("/shell/effects/$effectId")({
  component: () => {
    const { effectId } = one.useParams()
    return <EffectDetail key={effectId} effectId={effectId} />
  }
})

/** The screens of Settings, API keys, loaded when one is opened. */
import { createLazyRoute, getRouteApi } from "@tanstack/react-router"
import { KeyDetail } from "../screens/settings/keys/KeyDetail.tsx"
import { KeyList } from "../screens/settings/keys/KeyList.tsx"
import { NewKey } from "../screens/settings/keys/NewKey.tsx"
import { RotateKey } from "../screens/settings/keys/RotateKey.tsx"

const list = getRouteApi("/shell/settings/keys")
const detail = getRouteApi("/shell/settings/keys/$keyId")
const rotate = getRouteApi("/shell/settings/keys/$keyId/rotate")

export const lazyKeyList = createLazyRoute("/shell/settings/keys")({
  component: () => <KeyList filter={list.useSearch().filter ?? "active"} />
})

export const lazyNewKey = createLazyRoute("/shell/settings/keys/new")({ component: NewKey })

export const lazyKeyDetail = createLazyRoute("/shell/settings/keys/$keyId")({
  component: () => {
    const { keyId } = detail.useParams()
    return <KeyDetail key={keyId} keyId={keyId} days={detail.useSearch().days ?? 30} />
  }
})

export const lazyRotateKey = createLazyRoute("/shell/settings/keys/$keyId/rotate")({
  component: () => {
    const { keyId } = rotate.useParams()
    return <RotateKey key={keyId} keyId={keyId} />
  }
})

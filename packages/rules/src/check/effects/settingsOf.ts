/** The settings of every kind of effect. A kind that is missing here does not compile. */
import type { EffectKind } from "../../Definition.ts"
import type { EffectTree } from "../../tree/EffectTree.ts"
import type { EffectSettings } from "./common/settings.ts"
import { delivery } from "./delivery/delivery.ts"
import { document } from "./document/document.ts"
import { integration } from "./integration/integration.ts"
import { notification } from "./notification/notification.ts"

export const settingsOf: { readonly [K in EffectKind]: EffectSettings<EffectTree<K>> } = {
  notification,
  document,
  integration,
  delivery
}

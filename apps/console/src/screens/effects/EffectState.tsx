/** What has become of an effect. */
import type { FiringState } from "@formwork/client/contract"
import { useMessages } from "../../messages/useMessages.ts"
import { Badge } from "../../parts/Badge.tsx"
import type { Tone } from "../../parts/Badge.tsx"

const tones: { readonly [S in FiringState]: Tone } = {
  pending: "info",
  delivered: "ok",
  dead: "error",
  stopped: "warning"
}

export const EffectState = ({ state }: { readonly state: FiringState }) => {
  const { effects } = useMessages()
  return <Badge tone={tones[state]}>{effects.states[state]}</Badge>
}

/** The state of a submission. */
import { useMessages } from "../../../messages/useMessages.ts"
import { Badge } from "../../../parts/Badge.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { draft } from "./run/storedAt.ts"

export const StateBadge = ({ state }: { readonly state: string }) => {
  const { submission } = useMessages()
  return (
    <Badge tone={state === draft ? "neutral" : "info"}>
      <Foreign text={submission.state({ name: state })} />
    </Badge>
  )
}

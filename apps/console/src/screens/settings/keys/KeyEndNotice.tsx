/** Why a key has ended, or is about to. */
import type { ListedApiKey } from "@formwork/client/contract"
import { useMessages } from "../../../messages/useMessages.ts"
import { Notice } from "../../../parts/Notice.tsx"
import { When } from "../../../parts/When.tsx"
import { useNow } from "../../../time/useNow.ts"
import { ActorName } from "./ActorName.tsx"
import { stateOf } from "./keyState.ts"

export const KeyEndNotice = ({ apiKey }: { readonly apiKey: ListedApiKey }) => {
  const { keys } = useMessages()
  const state = stateOf(apiKey, useNow())
  const { end } = apiKey
  if (end === null || state === "active") return null
  const other = end.replacement ?? end.by
  return (
    <Notice
      tone={state === "ended" ? "info" : "warning"}
      title={state === "ended" ? keys.detail.ended : keys.states.ending}
    >
      <p>
        {keys.ends[end.reason]} <When at={end.at} />
        {other !== null && (
          <>
            {" "}
            {keys.by} <ActorName actor={other} />
          </>
        )}
      </p>
    </Notice>
  )
}

/** One key: what it may, how it is used, what was done with it, and its end. */
import type { ListedApiKey } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { keyQuery } from "../../../api/keys.ts"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Queried } from "../../../parts/States.tsx"
import { useNow } from "../../../time/useNow.ts"
import { AuditOf } from "../audit/AuditOf.tsx"
import { KeyEndNotice } from "./KeyEndNotice.tsx"
import { KeyFacts } from "./KeyFacts.tsx"
import { KeysItMade } from "./KeysItMade.tsx"
import { stateOf } from "./keyState.ts"
import { KeyUsage } from "./KeyUsage.tsx"
import { RevokeKey } from "./RevokeKey.tsx"
import type { UsagePeriod } from "./usagePeriod.ts"

const Actions = ({ apiKey, onRevoke }: { readonly apiKey: ListedApiKey; readonly onRevoke: () => void }) => {
  const { keys } = useMessages()
  if (!useMay("apikey:write")) return <span>{keys.detail.needsWrite}</span>
  return (
    <>
      {apiKey.replacedBy === null && (
        <ButtonLink to="/settings/keys/$keyId/rotate" params={{ keyId: apiKey.id }}>
          {keys.detail.rotate}
        </ButtonLink>
      )}
      <Button look="danger" onPress={onRevoke}>
        {keys.detail.revoke}
      </Button>
    </>
  )
}

interface DetailProps {
  readonly keyId: string
  readonly days: UsagePeriod
}

const Content = ({ apiKey, days }: { readonly apiKey: ListedApiKey; readonly days: UsagePeriod }) => {
  const { id } = apiKey
  return (
    <>
      <KeyEndNotice apiKey={apiKey} />
      <KeyFacts apiKey={apiKey} />
      <KeyUsage keyId={id} days={days} />
      <KeysItMade keyId={id} />
      <AuditOf subject={id} by={{ credential: id }} words={useMessages().keys.audit} />
    </>
  )
}

export const KeyDetail = ({ days, keyId }: DetailProps) => {
  const { keys } = useMessages()
  const query = useQuery(keyQuery(keyId))
  const [isRevoking, setRevoking] = useState(false)
  const now = useNow()
  const apiKey = query.data
  const canEnd = apiKey !== undefined && stateOf(apiKey, now) !== "ended"
  return (
    <Page
      title={apiKey?.name ?? keys.detail.title}
      heading={apiKey === undefined ? keys.detail.title : <Foreign text={apiKey.name} isName />}
      trail={<Link to="/settings/keys">{keys.title}</Link>}
      actions={canEnd && <Actions apiKey={apiKey} onRevoke={() => setRevoking(true)} />}
    >
      <Queried query={query}>{(found) => <Content apiKey={found} days={days} />}</Queried>
      {apiKey !== undefined && isRevoking && <RevokeKey apiKey={apiKey} onClose={() => setRevoking(false)} />}
    </Page>
  )
}

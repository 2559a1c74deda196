/** The keys that a key made, where it made any. */
import { useQuery } from "@tanstack/react-query"
import { keysMadeByQuery } from "../../../api/keys.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Section } from "../../../parts/Section.tsx"
import { KeyTable } from "./KeyTable.tsx"

export const KeysItMade = ({ keyId }: { readonly keyId: string }) => {
  const { keys } = useMessages()
  const { data = [] } = useQuery(keysMadeByQuery(keyId))
  if (data.length === 0) return null
  return (
    <Section title={keys.detail.madeBy}>
      <KeyTable label={keys.detail.madeBy} items={data} />
    </Section>
  )
}

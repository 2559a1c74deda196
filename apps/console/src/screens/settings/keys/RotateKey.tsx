/** A new token for a key, beside the old one for a while; it ends on the page that shows the token. */
import type { ListedApiKey } from "@formwork/client/contract"
import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { Form } from "react-aria-components/Form"
import { api } from "../../../api/api.ts"
import { forgetKeys, keyQuery } from "../../../api/keys.ts"
import { problemAt } from "../../../api/refusal.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { ButtonLink } from "../../../parts/ButtonLink.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Page } from "../../../parts/Page.tsx"
import { RadioGroup } from "../../../parts/RadioGroup.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Queried } from "../../../parts/States.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { IssuedKeyPage } from "./IssuedKeyPage.tsx"
import { issuedKey } from "./issuedKey.ts"
import type { IssuedKey } from "./issuedKey.ts"
import { OverlapPicture, overlaps } from "./OverlapPicture.tsx"
import type { Overlap } from "./OverlapPicture.tsx"
import styles from "./keys.module.css"

const expiries = ["same", "30", "90", "365", "never"] as const
type Expiry = (typeof expiries)[number]

const endOf = (expiry: Expiry): { readonly expiresAt?: string | null } => {
  if (expiry === "same") return {}
  if (expiry === "never") return { expiresAt: null }
  return { expiresAt: new Date(Date.now() + Number(expiry) * 86_400_000).toISOString() }
}

interface Rotation {
  readonly name: string
  readonly overlap: Overlap
  readonly expiry: Expiry
}

const useRotate = (apiKeyId: string, onIssued: (issued: IssuedKey) => void) =>
  useMutation({
    // It resolves without a value: the query client keeps the result of a mutation, and must not keep a token.
    mutationFn: async ({ expiry, name, overlap }: Rotation): Promise<void> => {
      const request = { name: name.trim(), overlapSeconds: Number(overlap), ...endOf(expiry) }
      const { body } = await api.keys.rotate({ apiKeyId, body: request })
      onIssued(issuedKey(body.key, body.token))
      await forgetKeys()
    },
    gcTime: 0
  })

interface RotateProps {
  readonly apiKey: ListedApiKey
  readonly onIssued: (issued: IssuedKey) => void
}

const RotateForm = ({ apiKey, onIssued }: RotateProps) => {
  const { common, keys } = useMessages()
  const words = keys.rotate
  const [rotation, setRotation] = useState<Rotation>({ name: apiKey.name, overlap: "86400", expiry: "same" })
  const rotate = useRotate(apiKey.id, onIssued)
  return (
    <Form
      className={styles.form ?? ""}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault()
        rotate.mutate(rotation)
      }}
    >
      <Refused error={rotate.error} />
      <RadioGroup
        label={words.overlap}
        options={overlaps.map((id) => ({ id, label: words.overlaps[id] }))}
        value={rotation.overlap}
        onChange={(overlap) => setRotation({ ...rotation, overlap })}
      />
      <OverlapPicture overlap={rotation.overlap} />
      <TextField
        label={keys.form.name}
        autoComplete="off"
        value={rotation.name}
        onChange={(name) => setRotation({ ...rotation, name })}
        problem={problemAt(rotate.error, "/name")}
      />
      <RadioGroup
        label={words.expiry}
        options={expiries.map((id) => ({ id, label: words.expiries[id] }))}
        value={rotation.expiry}
        onChange={(expiry) => setRotation({ ...rotation, expiry })}
      />
      <div className={styles.actions}>
        <Button type="submit" look="primary" isPending={rotate.isPending}>
          {words.submit}
        </Button>
        <ButtonLink to="/settings/keys/$keyId" params={{ keyId: apiKey.id }}>
          {common.cancel}
        </ButtonLink>
      </div>
    </Form>
  )
}

export const RotateKey = ({ keyId }: { readonly keyId: string }) => {
  const { keys } = useMessages()
  const query = useQuery(keyQuery(keyId))
  const [issued, setIssued] = useState<IssuedKey | undefined>()
  if (issued !== undefined) return <IssuedKeyPage issued={issued} />
  return (
    <Page
      title={keys.rotate.title}
      width="text"
      description={keys.rotate.why}
      trail={
        <>
          <Link to="/settings/keys">{keys.title}</Link>
          {query.data !== undefined && (
            <Link to="/settings/keys/$keyId" params={{ keyId }}>
              <Foreign text={query.data.name} isName />
            </Link>
          )}
        </>
      }
    >
      <Queried query={query}>{(apiKey) => <RotateForm apiKey={apiKey} onIssued={setIssued} />}</Queried>
    </Page>
  )
}

/** A key that was just made, with its token, which is shown this once. Leaving asks first. */
import { useNavigate } from "@tanstack/react-router"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { CopyButton } from "../../../parts/CopyButton.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Section } from "../../../parts/Section.tsx"
import { saveAs } from "../../../parts/saveAs.ts"
import { OnceInput } from "../once/OnceInput.tsx"
import { Stored } from "../once/Stored.tsx"
import shown from "../once/once.module.css"
import { envFileOf } from "./issuedKey.ts"
import type { IssuedKey } from "./issuedKey.ts"
import { TryKey } from "./TryKey.tsx"

const Token = ({ issued }: { readonly issued: IssuedKey }) => {
  const { keys } = useMessages()
  return (
    <Section title={keys.issued.token}>
      <div className={shown.once}>
        <OnceInput held={issued} label={keys.issued.token} />
        <CopyButton look="primary" label={keys.issued.copy} text={issued.token} />
        <Button onPress={() => saveAs(".env", envFileOf(location.origin, issued.token()))}>
          {keys.issued.download}
        </Button>
      </div>
    </Section>
  )
}

export const IssuedKeyPage = ({ issued }: { readonly issued: IssuedKey }) => {
  const { keys } = useMessages()
  const navigate = useNavigate()
  const leave = () => void navigate({ to: "/settings/keys/$keyId", params: { keyId: issued.key.id } })
  return (
    <Page title={keys.issued.title} width="text" description={<Foreign text={issued.key.name} isName />}>
      <Notice tone="warning">{keys.issued.warning}</Notice>
      <Token issued={issued} />
      {/* Above what may grow: a button that moves under the pointer loses the press. */}
      <Stored held={issued} words={keys.issued} onLeave={leave} />
      <TryKey issued={issued} />
    </Page>
  )
}

/** Settings, API keys, a new one: its form, and then its token, once. */
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Page } from "../../../parts/Page.tsx"
import { IssuedKeyPage } from "./IssuedKeyPage.tsx"
import { KeyForm } from "./KeyForm.tsx"
import type { IssuedKey } from "./issuedKey.ts"

export const NewKey = () => {
  const { keys } = useMessages()
  const [issued, setIssued] = useState<IssuedKey | undefined>()
  if (issued !== undefined) return <IssuedKeyPage issued={issued} />
  return (
    <Page title={keys.form.title} trail={<Link to="/settings/keys">{keys.title}</Link>}>
      <KeyForm onIssued={setIssued} />
    </Page>
  )
}

/** A key that was just made, with its token, which is shown this once. Leaving asks first. */
import { useBlocker, useNavigate } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { CopyButton } from "../../../parts/CopyButton.tsx"
import { Dialog } from "../../../parts/Dialog.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Page } from "../../../parts/Page.tsx"
import { Section } from "../../../parts/Section.tsx"
import { saveAs } from "../../../parts/saveAs.ts"
import { envFileOf } from "./issuedKey.ts"
import type { IssuedKey } from "./issuedKey.ts"
import { TryKey } from "./TryKey.tsx"
import styles from "./keys.module.css"

/** A read-only input whose value is set by script: React would write it into an attribute as well. */
const TokenInput = ({ issued, label }: { readonly issued: IssuedKey; readonly label: string }) => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const place = input.current
    if (place === null) return undefined
    place.value = issued.token()
    place.focus()
    place.select()
    return () => {
      place.value = ""
    }
  }, [issued])
  return (
    <input
      ref={input}
      className={styles.secret}
      aria-label={label}
      readOnly
      autoComplete="off"
      spellCheck={false}
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}

const Token = ({ issued }: { readonly issued: IssuedKey }) => {
  const { keys } = useMessages()
  return (
    <Section title={keys.issued.token}>
      <div className={styles.token}>
        <TokenInput issued={issued} label={keys.issued.token} />
        <CopyButton look="primary" label={keys.issued.copy} text={issued.token} />
        <Button onPress={() => saveAs(".env", envFileOf(location.origin, issued.token()))}>
          {keys.issued.download}
        </Button>
      </div>
    </Section>
  )
}

/** Holds every way out until the person says that the key is stored. */
const useLeaving = (keyId: string) => {
  const isStored = useRef(false)
  const navigate = useNavigate()
  const blocker = useBlocker({
    shouldBlockFn: () => !isStored.current,
    enableBeforeUnload: () => !isStored.current,
    withResolver: true
  })
  const leave = () => {
    isStored.current = true
    if (blocker.status === "blocked") blocker.proceed()
    else void navigate({ to: "/settings/keys/$keyId", params: { keyId } })
  }
  const stay = () => {
    if (blocker.status === "blocked") blocker.reset()
  }
  return { isAsking: blocker.status === "blocked", leave, stay }
}

export const IssuedKeyPage = ({ issued }: { readonly issued: IssuedKey }) => {
  const { keys } = useMessages()
  useEffect(() => issued.hold(), [issued])
  const { isAsking, leave, stay } = useLeaving(issued.key.id)
  const stored = (
    <Button look="primary" onPress={leave}>
      {keys.issued.stored}
    </Button>
  )
  return (
    <Page title={keys.issued.title} width="text" description={<Foreign text={issued.key.name} isName />}>
      <Notice tone="warning">{keys.issued.warning}</Notice>
      <Token issued={issued} />
      <TryKey issued={issued} />
      <div className={styles.actions}>{stored}</div>
      <Dialog
        role="alertdialog"
        title={keys.issued.leaveTitle}
        isOpen={isAsking}
        onClose={stay}
        actions={
          <>
            <Button onPress={stay} autoFocus>
              {keys.issued.stay}
            </Button>
            {stored}
          </>
        }
      >
        <p>{keys.issued.leaveWhy}</p>
      </Dialog>
    </Page>
  )
}

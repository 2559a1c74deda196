/** Copies a text by a press, and says so. */
import { useEffect, useState } from "react"
import { useMessages } from "../messages/useMessages.ts"
import { Button } from "./Button.tsx"
import type { Look } from "./Button.tsx"

interface CopyButtonProps {
  /** Read when it is pressed, so that a secret stands nowhere in the page. */
  readonly text: () => string
  readonly label?: string
  readonly look?: Look
  readonly size?: "usual" | "small"
  readonly onCopied?: () => void
}

export const CopyButton = ({ label, look = "quiet", onCopied, size = "usual", text }: CopyButtonProps) => {
  const { common } = useMessages()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    await navigator.clipboard.writeText(text())
    setCopied(true)
    onCopied?.()
  }
  return (
    <Button look={look} size={size} onPress={() => void copy()}>
      <span aria-live="polite">{isCopied ? common.copied : (label ?? common.copy)}</span>
    </Button>
  )
}

/** A read-only input with a secret, all of it selected. Its value is set by script: React would write it into an attribute as well. */
import { useEffect, useRef } from "react"
import type { HeldToken } from "./heldToken.ts"
import styles from "./once.module.css"

export const OnceInput = ({ held, label }: { readonly held: HeldToken; readonly label: string }) => {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const place = input.current
    if (place === null) return undefined
    place.value = held.token()
    place.focus()
    place.select()
    return () => {
      place.value = ""
    }
  }, [held])
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

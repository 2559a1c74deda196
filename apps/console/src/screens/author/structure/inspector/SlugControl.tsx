/** A field's name. Another one is given everywhere at once: in its rules, in messages and in effects. */
import { useState } from "react"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { TextField } from "../../../../parts/TextField.tsx"
import { textOf } from "../../document/nodes.ts"
import { parentOf } from "../../document/pointer.ts"
import type { ControlProps } from "./Control.ts"
import styles from "./Inspector.module.css"

export const SlugControl = ({ isDisabled, label, node, onChange, pointer, problem, tools }: ControlProps) => {
  const { structure } = useMessages()
  const now = textOf(node) ?? ""
  const [typed, setTyped] = useState<string>()
  const [refused, setRefused] = useState("")
  const isOther = typed !== undefined && typed !== now
  const rename = async (): Promise<void> => {
    if (!isOther) return
    // A field without a name is read by nothing.
    const why = now === "" ? onChange(JSON.stringify(typed)) : await tools.rename(parentOf(pointer) ?? "", typed)
    if (typeof why === "string") setRefused(why)
    else setTyped(undefined)
  }
  return (
    <form
      className={styles.slug}
      onSubmit={(event) => {
        event.preventDefault()
        void rename()
      }}
    >
      <TextField
        label={label}
        value={typed ?? now}
        isDisabled={isDisabled}
        isRequired
        problem={refused === "" ? problem : refused}
        spellCheck="false"
        autoComplete="off"
        onChange={(next) => {
          setTyped(next)
          setRefused("")
        }}
        onKeyDown={(event) => {
          if (event.key === "Escape") setTyped(undefined)
          else event.continuePropagation()
        }}
      />
      <Button type="submit" isDisabled={!isOther || isDisabled}>
        {structure.renameEverywhere}
      </Button>
    </form>
  )
}

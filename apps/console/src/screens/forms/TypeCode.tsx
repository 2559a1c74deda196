/** The form's code, typed, before something that can break a caller. */
import { useMessages } from "../../messages/useMessages.ts"
import { TextField } from "../../parts/TextField.tsx"

interface TypeCodeProps {
  readonly code: string
  readonly typed: string
  readonly onType: (typed: string) => void
}

export const isTyped = ({ code, typed }: Pick<TypeCodeProps, "code" | "typed">): boolean => typed.trim() === code

export const TypeCode = ({ code, onType, typed }: TypeCodeProps) => {
  const { versions } = useMessages()
  return (
    <TextField
      label={versions.typeCode({ code })}
      autoComplete="off"
      spellCheck="false"
      value={typed}
      onChange={onType}
    />
  )
}

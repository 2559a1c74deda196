/** One expression of the draft as one field, with the same help as in the source: colours, faults, proposals, types and values. */
import { useEffect, useEffectEvent, useRef } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import type { Authoring } from "../authoring/Authoring.ts"
import styles from "./ExpressionField.module.css"
import { openExpression, type OpenExpression } from "./openExpression.ts"

interface ExpressionFieldProps {
  readonly authoring: Authoring
  /** Of the member: `/fields/3/formula`. */
  readonly pointer: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** A text with expressions in braces, and not one expression. */
  readonly isTemplate: boolean
  /** Its name for those who cannot see it. */
  readonly label: string
}

export const ExpressionField = ({ authoring, isTemplate, label, onChange, pointer, value }: ExpressionFieldProps) => {
  const { source } = useMessages()
  const parent = useRef<HTMLDivElement>(null)
  const field = useRef<OpenExpression>(null)
  const onEdit = useEffectEvent(onChange)
  const first = useEffectEvent(() => value)
  useEffect(() => {
    if (parent.current === null) return undefined
    const opened = openExpression(parent.current, {
      authoring,
      isTemplate,
      label,
      pointer,
      value: first(),
      words: source,
      onChange: (next) => onEdit(next)
    })
    field.current = opened
    return opened.close
  }, [authoring, isTemplate, label, pointer, source])
  useEffect(() => field.current?.show(value), [value])
  return <div className={styles.field} ref={parent} />
}

/** Goes to a field: to its control in the try-out, and to its place in the document. */
import { useCallback } from "react"
import type { Authoring } from "../authoring/Authoring.ts"
import type { FieldName } from "../engine/Protocol.ts"

/** Where the control of a field of the payload is: `/drivers/0/birthDate`. */
const payloadPointer = ({ name }: FieldName, row: number | undefined): string => {
  const [slug = "", inRow] = name.split(".")
  return inRow === undefined ? `/${slug}` : `/${slug}/${row ?? 0}/${inRow}`
}

export const useFocusField = (authoring: Authoring): ((field: FieldName, row: number | undefined) => void) =>
  useCallback(
    (field, row) => {
      authoring.store.select(field.pointer)
      authoring.focusControl?.(payloadPointer(field, row))
    },
    [authoring]
  )

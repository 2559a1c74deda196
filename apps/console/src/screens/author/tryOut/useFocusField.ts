/** Goes to a field: to its control in the try-out, and to its place in the document. */
import { pointerOf } from "@formwork/rules/groups"
import { useCallback } from "react"
import type { Authoring } from "../authoring/Authoring.ts"
import { isOfRows, ownName } from "../engine/ownName.ts"
import type { FieldName } from "../engine/Protocol.ts"

/** Where the control of a field of the payload is: `/drivers/0/birthDate`. */
const payloadPointer = (field: FieldName, row: number | undefined): string => {
  if (!isOfRows(field)) return pointerOf(field.name)
  const own = ownName(field)
  return `${pointerOf(field.name.slice(0, -own.length - 1))}/${row ?? 0}/${own}`
}

export const useFocusField = (authoring: Authoring): ((field: FieldName, row: number | undefined) => void) =>
  useCallback(
    (field, row) => {
      authoring.store.select(field.pointer)
      authoring.focusControl?.(payloadPointer(field, row))
    },
    [authoring]
  )

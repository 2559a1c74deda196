/** The columns that this person has chosen for the lists of a form, in this browser. Names of fields are kept, and no value. */
import type { Field } from "@formwork/rules/Definition"
import { useMemo, useState } from "react"
import { useMe } from "../../../api/me.ts"
import { type Columns, readColumns, writeColumns } from "./columns.ts"

export const useColumns = (formId: string | undefined, fields: ReadonlyArray<Field>) => {
  const { credential, user } = useMe()
  const place = `formwork.columns.${user?.id ?? credential.id}.${formId ?? "all"}`
  const [changes, setChanges] = useState(0)
  // oxlint-disable-next-line react/exhaustive-deps -- what is kept changes with each choice
  const columns = useMemo(() => readColumns(localStorage.getItem(place), fields), [place, fields, changes])
  const choose = (next: Columns | undefined) => {
    if (next === undefined) localStorage.removeItem(place)
    else localStorage.setItem(place, writeColumns(next))
    setChanges((count) => count + 1)
  }
  return { columns, choose }
}

/** The columns that this person has chosen for the lists of a form, in this browser. Names of fields are kept, and no value. */
import type { Field } from "@formwork/rules/Definition"
import { useMemo, useSyncExternalStore } from "react"
import { useMe } from "../../../api/me.ts"
import { makeValue } from "../../../api/value.ts"
import { type Columns, readColumns, writeColumns } from "./columns.ts"

/** How often columns were chosen: the lists that are open read what is kept again. */
const choices = makeValue(0)

export const useColumns = (formId: string | undefined, fields: ReadonlyArray<Field>) => {
  const { credential, user } = useMe()
  const place = `formwork.columns.${user?.id ?? credential.id}.${formId ?? "all"}`
  const text = useSyncExternalStore(choices.subscribe, () => localStorage.getItem(place))
  const columns = useMemo(() => readColumns(text, fields), [text, fields])
  const choose = (next: Columns | undefined) => {
    if (next === undefined) localStorage.removeItem(place)
    else localStorage.setItem(place, writeColumns(next))
    choices.set(choices.get() + 1)
  }
  return { columns, choose }
}

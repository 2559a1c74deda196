/** Titles of forms, for lists that have their ids. */
import { useQuery } from "@tanstack/react-query"
import { useMay } from "../../api/me.ts"
import { formChoicesQuery } from "../../api/reach.ts"

/** The newest hundred, as far as the person may see them. */
export const useFormTitles = (): ReadonlyMap<string, string> => {
  const forms = useQuery({ ...formChoicesQuery(""), enabled: useMay("form:read") })
  return new Map((forms.data ?? []).map(({ id, title }) => [id, title]))
}

/** The next code after another that no form on the first page of forms has: `MQ2` where a form has `MQ`. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { formsQuery } from "../../../api/forms.ts"
import { nextCode } from "./Start.ts"

export const useFreeCode = (code: string): string => {
  const forms = useInfiniteQuery({ ...formsQuery({ text: code.replace(/\d+$/u, "") }), enabled: code !== "" })
  const taken = new Set(forms.data?.pages.flatMap(({ items }) => items.map((form) => form.code)))
  let free = code
  while (taken.has(free)) free = nextCode(free)
  return free
}

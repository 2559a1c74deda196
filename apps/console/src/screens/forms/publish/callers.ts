/** Which keys may notice a change of a form. */
import type { ApiKey, Folder, Form, UsageDay } from "@formwork/client/contract"
import { pathTo } from "../list/folderTree.ts"

export interface Calling {
  readonly id: string
  readonly name: string
  readonly calls: number
  readonly lastUsedAt: string | null
}

const reaches = (
  { folders, forms }: Pick<ApiKey, "folders" | "forms">,
  form: Pick<Form, "id" | "folderId">,
  all: ReadonlyArray<Folder>
): boolean => {
  if (forms === null && folders === null) return true
  if (forms?.includes(form.id) === true) return true
  const path = new Set(pathTo(all, form.folderId).map(({ id }) => id))
  return folders?.some((id) => path.has(id)) === true
}

/** Keys that work, reach the form and made calls, those with most calls first. Calls are of all forms: usage has no form. */
export const callersOf = (
  keys: ReadonlyArray<ApiKey>,
  usage: ReadonlyArray<UsageDay>,
  form: Pick<Form, "id" | "folderId">,
  folders: ReadonlyArray<Folder>
): ReadonlyArray<Calling> => {
  const calls = new Map<string, number>()
  for (const { calls: more, credential } of usage) calls.set(credential.id, (calls.get(credential.id) ?? 0) + more)
  return keys
    .filter((key) => key.revokedAt === null && reaches(key, form, folders))
    .flatMap(({ id, lastUsedAt, name }) => {
      const made = calls.get(id) ?? 0
      return made === 0 ? [] : [{ id, name, calls: made, lastUsedAt }]
    })
    .toSorted((a, b) => b.calls - a.calls)
}

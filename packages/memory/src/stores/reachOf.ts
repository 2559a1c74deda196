/** What a caller reaches of its organisation: everything, or what its key's limits name (spec/http.md §3.19). */
import type { Caller } from "@formwork/domain/callers/Caller"
import * as KeyLimits from "@formwork/domain/callers/KeyLimits"
import type { FormId } from "@formwork/domain/forms/Form"
import type { FolderId } from "@formwork/domain/folders/Folder"
import type { SubmissionId } from "@formwork/domain/filing/Submission"
import type { Tenant } from "../Tables.ts"

export interface Reach {
  readonly form: (id: FormId | undefined) => boolean
  readonly submission: (id: SubmissionId) => boolean
  readonly folder: (id: FolderId) => boolean
  readonly key: (id: string) => boolean
}

const everything: Reach = { form: () => true, submission: () => true, folder: () => true, key: () => true }

/** The keys that descend from a key, and itself. */
export const descentOf = (tenant: Tenant, id: string): ReadonlySet<string> => {
  const found = new Set([id])
  // A set visits what is added while it is visited.
  for (const maker of found)
    for (const { key } of tenant.keys.values()) if (key.createdByKey === maker) found.add(key.id)
  return found
}

export const reachOf = (tenant: Tenant, { credential, limits }: Pick<Caller, "credential" | "limits">): Reach => {
  const named = KeyLimits.reach(limits)
  if (named === undefined) return everything
  const folder = (id: FolderId): boolean => {
    const found = tenant.folders.get(id)
    return found !== undefined && (named.folders.includes(id) || (found.parentId !== null && folder(found.parentId)))
  }
  const form = (id: FormId | undefined): boolean => {
    const found = id === undefined ? undefined : tenant.forms.get(id)
    return (
      found !== undefined && (named.forms.includes(found.id) || (found.folderId !== null && folder(found.folderId)))
    )
  }
  return {
    form,
    folder,
    submission: (id) => form(tenant.submissions.get(id)?.submission.formId),
    key: (id) => descentOf(tenant, credential.id).has(id)
  }
}

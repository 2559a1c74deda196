/** What a key that was just made can be tried on. */
import type { ApiKey, Folder, Form } from "@formwork/client/contract"

/** The folders and all below them. */
const withDescendants = (ids: ReadonlyArray<string>, folders: ReadonlyArray<Folder>): ReadonlySet<string> => {
  const reached = new Set(ids)
  for (let before = -1; before !== reached.size;) {
    before = reached.size
    for (const { id, parentId } of folders) if (parentId !== null && reached.has(parentId)) reached.add(id)
  }
  return reached
}

/** The live forms that the key reaches, in their order. */
export const reachableForms = (
  key: Pick<ApiKey, "forms" | "folders">,
  forms: ReadonlyArray<Form>,
  folders: ReadonlyArray<Folder>
): ReadonlyArray<Form> => {
  const live = forms.filter(({ liveVersionId }) => liveVersionId !== null)
  if (key.forms === null && key.folders === null) return live
  const inside = withDescendants(key.folders ?? [], folders)
  return live.filter(
    ({ folderId, id }) => key.forms?.includes(id) === true || (folderId !== null && inside.has(folderId))
  )
}

/** Whether the key may evaluate at all. */
export const mayEvaluate = ({ operations, privileges }: Pick<ApiKey, "operations" | "privileges">): boolean =>
  privileges.includes("submission:write") && (operations === null || operations.includes("evaluate"))

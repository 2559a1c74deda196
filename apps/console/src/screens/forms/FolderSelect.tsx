/** One of the folders, by its path, or the top level. */
import type { Folder } from "@formwork/client/contract"
import { useMessages } from "../../messages/useMessages.ts"
import { Select } from "../../parts/Select.tsx"
import { foldersByPath } from "./list/folderTree.ts"

interface FolderSelectProps {
  readonly label: string
  readonly folders: ReadonlyArray<Folder>
  /** Left out with all that is below it. */
  readonly without?: string | undefined
  readonly value: string | null
  readonly onChange: (folderId: string | null) => void
}

export const FolderSelect = ({ folders, label, onChange, value, without }: FolderSelectProps) => {
  const { atTop } = useMessages().forms.folders
  return (
    <Select
      label={label}
      value={value ?? "top"}
      onChange={(id) => onChange(id === "top" ? null : id)}
      options={[
        { id: "top", label: atTop },
        ...foldersByPath(folders, without).map(({ id, path }) => ({ id, label: path }))
      ]}
    />
  )
}

/** Asks for a folder: where a form, or another folder, goes. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { foldersQuery } from "../../api/folders.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx"
import { FolderSelect } from "./FolderSelect.tsx"

interface MoveDialogProps {
  readonly title: string
  readonly from: string | null
  /** A folder that is moved: it cannot go into itself. */
  readonly moved?: string
  readonly onMove: (folderId: string | null) => Promise<unknown>
  readonly onClose: () => void
}

export const MoveDialog = ({ from, moved, onClose, onMove, title }: MoveDialogProps) => {
  const { forms: words } = useMessages()
  const { data: folders = [] } = useQuery(foldersQuery)
  const [to, setTo] = useState(from)
  return (
    <ConfirmDialog
      title={title}
      submit={words.actions.move}
      isDisabled={to === from}
      onSubmit={() => onMove(to)}
      onClose={onClose}
    >
      <FolderSelect label={words.folders.to} folders={folders} without={moved} value={to} onChange={setTo} />
    </ConfirmDialog>
  )
}

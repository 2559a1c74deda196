/** What can be done with the folder that is open. */
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import type { Folder } from "@formwork/client/contract"
import { api } from "../../../api/api.ts"
import { formChanged } from "../../../api/forms.ts"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx"
import { Foreign } from "../../../parts/Foreign.tsx"
import { Menu } from "../../../parts/Menu.tsx"
import { NameDialog } from "../../../parts/NameDialog.tsx"
import { MoveDialog } from "../MoveDialog.tsx"

type Asked = "rename" | "move" | "remove"

interface FolderMenuProps {
  readonly folder: Folder
}

interface AskedProps extends FolderMenuProps {
  readonly asked: Asked
  readonly onClose: () => void
}

const AskedDialog = ({ asked, folder: { id: folderId, name, parentId }, onClose }: AskedProps) => {
  const { folders: words } = useMessages().forms
  const navigate = useNavigate()
  const update = async (body: { readonly name?: string; readonly parentId?: string | null }) => {
    await api.folders.update({ folderId, body })
    await formChanged()
  }
  const remove = async () => {
    await api.folders.delete({ folderId })
    await navigate({ to: "/forms", search: parentId === null ? {} : { folder: parentId } })
    await formChanged()
  }
  switch (asked) {
    case "rename":
      return (
        <NameDialog
          title={words.rename}
          label={words.name}
          name={name}
          maxLength={100}
          submit={words.rename}
          onSubmit={(next) => update({ name: next })}
          onClose={onClose}
        />
      )
    case "move":
      return (
        <MoveDialog
          title={words.move}
          from={parentId}
          moved={folderId}
          onMove={(to) => update({ parentId: to })}
          onClose={onClose}
        />
      )
    case "remove":
      return (
        <ConfirmDialog title={words.remove} submit={words.remove} isDanger onSubmit={remove} onClose={onClose}>
          <p>
            <Foreign text={words.removeWhy({ name })} />
          </p>
        </ConfirmDialog>
      )
  }
}

export const FolderMenu = ({ folder }: FolderMenuProps) => {
  const { folders: words } = useMessages().forms
  const [asked, setAsked] = useState<Asked | undefined>()
  const isDisabled = !useMay("folder:write")
  return (
    <>
      <Menu
        label={words.actionsOf({ name: folder.name })}
        isSign
        actions={[
          { id: "rename", label: words.rename, isDisabled, onAction: () => setAsked("rename") },
          { id: "move", label: words.move, isDisabled, onAction: () => setAsked("move") },
          { id: "remove", label: words.remove, isDisabled, isDanger: true, onAction: () => setAsked("remove") }
        ]}
      >
        ⋯
      </Menu>
      {asked !== undefined && <AskedDialog asked={asked} folder={folder} onClose={() => setAsked(undefined)} />}
    </>
  )
}

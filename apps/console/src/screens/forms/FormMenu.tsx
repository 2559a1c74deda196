/** What can be done with a form, and the dialogs that ask before it. */
import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import type { Form } from "@formwork/client/contract"
import { api } from "../../api/api.ts"
import { formChanged } from "../../api/forms.ts"
import { useMay } from "../../api/me.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx"
import { Menu } from "../../parts/Menu.tsx"
import type { Action } from "../../parts/Menu.tsx"
import { NameDialog } from "../../parts/NameDialog.tsx"
import { MoveDialog } from "./MoveDialog.tsx"

type Asked = "rename" | "move" | "archive" | "unarchive"

interface FormMenuProps {
  readonly form: Form
}

interface AskedProps extends FormMenuProps {
  readonly asked: Asked
  readonly onClose: () => void
}

const AskedDialog = ({ asked, form: { folderId, id: formId, title }, onClose }: AskedProps) => {
  const { actions } = useMessages().forms
  const update = async (body: { readonly title?: string; readonly folderId?: string | null }) => {
    await api.forms.update({ formId, body })
    await formChanged(formId)
  }
  const archive = async () => {
    await api.forms.archive({ formId })
    await formChanged(formId)
  }
  const unarchive = async () => {
    await api.forms.unarchive({ formId })
    await formChanged(formId)
  }
  switch (asked) {
    case "rename":
      return (
        <NameDialog
          title={actions.rename}
          label={actions.title}
          description={actions.renameWhy}
          name={title}
          maxLength={200}
          submit={actions.rename}
          onSubmit={(name) => update({ title: name })}
          onClose={onClose}
        />
      )
    case "move":
      return (
        <MoveDialog
          title={actions.moveForm}
          from={folderId}
          onMove={(to) => update({ folderId: to })}
          onClose={onClose}
        />
      )
    case "archive":
      return (
        <ConfirmDialog
          title={actions.archiveTitle({ title })}
          submit={actions.archive}
          isDanger
          onSubmit={archive}
          onClose={onClose}
        >
          <p>{actions.archiveWhy}</p>
        </ConfirmDialog>
      )
    case "unarchive":
      return (
        <ConfirmDialog
          title={actions.unarchiveTitle({ title })}
          submit={actions.unarchive}
          onSubmit={unarchive}
          onClose={onClose}
        >
          <p>{actions.unarchiveWhy}</p>
        </ConfirmDialog>
      )
  }
}

export const FormMenu = ({ form }: FormMenuProps) => {
  const { common, forms: words } = useMessages()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked | undefined>()
  const mayWrite = useMay("form:write")
  const mayPublish = useMay("form:publish")
  const formId = form.id
  const actions: ReadonlyArray<Action> = [
    {
      id: "versions",
      label: words.actions.versions,
      onAction: () => void navigate({ to: "/forms/$formId/versions", params: { formId } })
    },
    {
      id: "integrate",
      label: words.actions.integrate,
      onAction: () => void navigate({ to: "/forms/$formId/integrate", params: { formId } })
    },
    {
      id: "copy",
      label: words.actions.copy,
      isDisabled: !mayWrite,
      onAction: () => void navigate({ to: "/forms/new", search: { from: "copy", copy: formId } })
    },
    { id: "rename", label: words.actions.rename, isDisabled: !mayWrite, onAction: () => setAsked("rename") },
    { id: "move", label: words.actions.move, isDisabled: !mayWrite, onAction: () => setAsked("move") },
    form.archivedAt === null
      ? {
          id: "archive",
          label: words.actions.archive,
          isDanger: true,
          isDisabled: !mayPublish,
          onAction: () => setAsked("archive")
        }
      : {
          id: "unarchive",
          label: words.actions.unarchive,
          isDisabled: !mayPublish,
          onAction: () => setAsked("unarchive")
        }
  ]
  return (
    <>
      <Menu label={`${common.more}: ${form.title}`} isSign actions={actions}>
        ⋯
      </Menu>
      {asked !== undefined && <AskedDialog asked={asked} form={form} onClose={() => setAsked(undefined)} />}
    </>
  )
}

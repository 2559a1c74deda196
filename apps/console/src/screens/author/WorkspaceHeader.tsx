/** What the form is called, where its draft stands, and what can be done with it. */
import { useNavigate } from "@tanstack/react-router"
import { useEffect } from "react"
import { useMessages } from "../../messages/useMessages.ts"
import { Button } from "../../parts/Button.tsx"
import { ButtonLink } from "../../parts/ButtonLink.tsx"
import { Foreign } from "../../parts/Foreign.tsx"
import { signed } from "../../parts/foreignText.ts"
import { Toggles } from "../../parts/Toggles.tsx"
import { useFocusOnArrival } from "../../parts/useFocusOnArrival.ts"
import { editRoute, type WorkspaceSearch } from "../../routes/edit.tsx"
import { rememberView, type View } from "../../routes/lastView.ts"
import type { Authoring } from "./authoring/Authoring.ts"
import { Changes } from "./Changes.tsx"
import { memberOf, textOf } from "./document/nodes.ts"
import { useDraft } from "./authoring/useAuthoring.ts"
import type { OpenDraft } from "./saving/openDraft.ts"
import { SavedLabel } from "./saving/SavedLabel.tsx"
import styles from "./WorkspaceHeader.module.css"

interface WorkspaceHeaderProps {
  readonly authoring: Authoring
  readonly opened: OpenDraft
  readonly search: WorkspaceSearch
  /** Where all panes are tabs, none is chosen here. */
  readonly isNarrow: boolean
}

export const WorkspaceHeader = ({ authoring, isNarrow, opened, search }: WorkspaceHeaderProps) => {
  const { workspace } = useMessages()
  const { store } = authoring
  const arrival = useFocusOnArrival()
  const navigate = useNavigate({ from: editRoute.fullPath })
  const canUndo = useDraft(authoring, (draft) => draft.canUndo)
  const canRedo = useDraft(authoring, (draft) => draft.canRedo)
  const title = useDraft(authoring, ({ good }) => textOf(memberOf(good?.tree, "title"))) ?? workspace.untitled
  const code = useDraft(authoring, ({ good }) => textOf(memberOf(good?.tree, "code"))) ?? ""
  useEffect(() => {
    document.title = `${signed(workspace.title({ title }))} · Formwork`
  }, [title, workspace])
  const go = (change: Partial<WorkspaceSearch>) => void navigate({ search: { ...search, ...change }, replace: true })
  const show = (view: View) => {
    rememberView(view)
    go({ view })
  }
  const views = (["structure", "source", "both"] as const).map((id) => ({ id, label: workspace.views[id] }))
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <h1 className={styles.title} title={signed(title)} tabIndex={-1} ref={arrival}>
          <Foreign text={title} isName />
        </h1>
        <span className={styles.facts}>
          <code>{code}</code>
          <SavedLabel autosave={opened.autosave} />
          <Changes authoring={authoring} />
        </span>
      </div>
      <div className={styles.actions}>
        {!store.isReadOnly && (
          <>
            <Button size="small" look="plain" isDisabled={!canUndo} onPress={() => store.undo()}>
              {workspace.undo}
            </Button>
            <Button size="small" look="plain" isDisabled={!canRedo} onPress={() => store.redo()}>
              {workspace.redo}
            </Button>
          </>
        )}
        {!isNarrow && (
          <>
            <Toggles label={workspace.view} options={views} value={search.view} onChange={show} />
            <Toggles
              label={workspace.tryOut}
              options={[{ id: "try", label: workspace.tryOut }]}
              value={search.try ? "try" : undefined}
              onChange={() => go({ try: !search.try })}
            />
          </>
        )}
        {!store.isReadOnly && (
          <ButtonLink look="primary" to="/forms/$formId/publish" params={{ formId: opened.formId }}>
            {workspace.publish}
          </ButtonLink>
        )}
      </div>
    </header>
  )
}

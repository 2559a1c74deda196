/** The header and the panes of the workspace. */
import { useCallback, useState } from "react"
import type { Messages } from "../../messages/Messages.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { lazily } from "../../parts/lazily.tsx"
import { Notice } from "../../parts/Notice.tsx"
import { editRoute } from "../../routes/edit.tsx"
import type { Authoring } from "./authoring/Authoring.ts"
import { type Pane, Panes } from "./layout/Panes.tsx"
import { useNarrow } from "./layout/useNarrow.ts"
import { LiveUnread } from "./LiveUnread.tsx"
import { Collision } from "./saving/Collision.tsx"
import { Merged } from "./saving/Merged.tsx"
import type { OpenDraft } from "./saving/openDraft.ts"
import type { TryOutStore } from "./tryOut/TryOutStore.ts"
import styles from "./Workspace.module.css"
import { useSelectedInAddress } from "./useSelectedInAddress.ts"
import { WorkspaceHeader } from "./WorkspaceHeader.tsx"

const OutlinePane = lazily(async () => (await import("./structure/StructurePanes.tsx")).OutlinePane, true)
const InspectorPane = lazily(async () => (await import("./structure/StructurePanes.tsx")).InspectorPane, true)
const SourcePane = lazily(async () => (await import("./source/SourcePane.tsx")).SourcePane, true)
const TryOutPane = lazily(async () => (await import("./tryOut/TryOutPane.tsx")).TryOutPane, true)

interface WorkspaceBodyProps {
  readonly authoring: Authoring
  readonly tryOut: TryOutStore
  readonly opened: OpenDraft
}

/** Pixels below which panes become tabs: all of them, whatever is chosen to stand beside each other in a wide window. */
const NARROW = 900

const structurePanes = (
  { outline, inspector }: Messages["workspace"],
  authoring: Authoring,
  onOpen: () => void
): ReadonlyArray<Pane> => [
  { id: "outline", label: outline, content: <OutlinePane authoring={authoring} onOpen={onOpen} /> },
  { id: "inspector", label: inspector, content: <InspectorPane authoring={authoring} /> }
]

export const WorkspaceBody = ({ authoring, opened, tryOut }: WorkspaceBodyProps) => {
  const { workspace } = useMessages()
  const search = editRoute.useSearch()
  useSelectedInAddress(authoring, search)
  const isNarrow = useNarrow(NARROW)
  const [pane, setPane] = useState(search.view === "source" ? "source" : "outline")
  const openInspector = useCallback(() => setPane("inspector"), [])
  const panes: ReadonlyArray<Pane> = [
    ...(search.view === "source" && !isNarrow ? [] : structurePanes(workspace, authoring, openInspector)),
    ...(search.view === "structure" && !isNarrow
      ? []
      : [{ id: "source", label: workspace.views.source, content: <SourcePane authoring={authoring} /> }]),
    ...(search.try || isNarrow
      ? [
          {
            id: "tryOut",
            label: workspace.tryOut,
            content: <TryOutPane authoring={authoring} store={tryOut} formId={opened.formId} />
          }
        ]
      : [])
  ]
  return (
    <div className={styles.workspace}>
      <WorkspaceHeader authoring={authoring} opened={opened} search={search} isNarrow={isNarrow} />
      {authoring.store.isReadOnly && <Notice tone="info">{workspace.readOnly}</Notice>}
      <Merged autosave={opened.autosave} />
      <LiveUnread formId={opened.formId} />
      <Panes panes={panes} label={workspace.panes} isNarrow={isNarrow} chosen={pane} onChoose={setPane} />
      <Collision autosave={opened.autosave} store={opened.store} />
    </div>
  )
}

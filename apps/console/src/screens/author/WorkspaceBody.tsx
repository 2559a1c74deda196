/** The header and the panes of the workspace. */
import type { Messages } from "../../messages/Messages.ts"
import { useMessages } from "../../messages/useMessages.ts"
import { lazily } from "../../parts/lazily.tsx"
import { editRoute } from "../../routes/edit.tsx"
import type { Authoring } from "./authoring/Authoring.ts"
import { type Pane, Panes } from "./layout/Panes.tsx"
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

const structurePanes = ({ outline, inspector }: Messages["workspace"], authoring: Authoring): ReadonlyArray<Pane> => [
  { id: "outline", label: outline, content: <OutlinePane authoring={authoring} /> },
  { id: "inspector", label: inspector, content: <InspectorPane authoring={authoring} /> }
]

export const WorkspaceBody = ({ authoring, opened, tryOut }: WorkspaceBodyProps) => {
  const { workspace } = useMessages()
  const search = editRoute.useSearch()
  useSelectedInAddress(authoring, search)
  const panes: ReadonlyArray<Pane> = [
    ...(search.view === "source" ? [] : structurePanes(workspace, authoring)),
    ...(search.view === "structure"
      ? []
      : [{ id: "source", label: workspace.views.source, content: <SourcePane authoring={authoring} /> }]),
    ...(search.try
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
      <WorkspaceHeader authoring={authoring} opened={opened} search={search} />
      <Merged autosave={opened.autosave} />
      <LiveUnread formId={opened.formId} />
      <Panes panes={panes} label={workspace.panes} />
      <Collision autosave={opened.autosave} store={opened.store} />
    </div>
  )
}

/** Where a form is written: its draft under two editors, and the form itself beside it. */
import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { liveDefinitionQuery } from "../../api/drafts.ts"
import { useMay, useMe } from "../../api/me.ts"
import { Queried } from "../../parts/States.tsx"
import { editRoute } from "../../routes/edit.tsx"
import { Authoring } from "./authoring/Authoring.ts"
import { useNamedTables } from "./authoring/useNamedTables.ts"
import { startEngineWorker } from "./engine/startEngineWorker.ts"
import { draftQuery, type OpenDraft } from "./saving/openDraft.ts"
import { useSaving } from "./saving/useSaving.ts"
import styles from "./Workspace.module.css"
import { TryOutStore } from "./tryOut/TryOutStore.ts"
import { WorkspaceBody } from "./WorkspaceBody.tsx"

export const Workspace = () => {
  const { formId } = editRoute.useParams()
  const { user } = useMe()
  const draft = useQuery(draftQuery(formId, user.id, useMay("form:write")))
  return (
    <div className={draft.data === undefined ? styles.waiting : undefined}>
      <Queried query={draft} lines={12}>
        {(opened) => <Editing key={formId} opened={opened} />}
      </Queried>
    </div>
  )
}

const Editing = ({ opened }: { readonly opened: OpenDraft }) => {
  const [authoring] = useState(() => new Authoring(opened.store, startEngineWorker))
  const { data: live } = useQuery(liveDefinitionQuery(opened.formId))
  const [tryOut] = useState(() => new TryOutStore(authoring.engine, () => new Date()))
  useSaving(opened)
  useEffect(() => {
    const ends = [authoring.begin(), tryOut.begin()]
    return () => {
      for (const end of ends) end()
    }
  }, [authoring, tryOut])
  useNamedTables(authoring, live)
  useEffect(() => {
    if (live !== undefined) authoring.engine.compareWith(live)
  }, [authoring, live])
  return <WorkspaceBody authoring={authoring} opened={opened} tryOut={tryOut} />
}

export { saveKept } from "./saving/openDraft.ts"

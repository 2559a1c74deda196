/** Keeps the selected member in the address, so that a link leads to it. */
import { useNavigate } from "@tanstack/react-router"
import { useEffect, useEffectEvent } from "react"
import { editRoute, type WorkspaceSearch } from "../../routes/edit.tsx"
import type { Authoring } from "./authoring/Authoring.ts"
import { useDraft } from "./authoring/useAuthoring.ts"

export const useSelectedInAddress = (authoring: Authoring, { at = "" }: WorkspaceSearch): void => {
  const navigate = useNavigate({ from: editRoute.fullPath })
  const selected = useDraft(authoring, (draft) => draft.selected)
  const open = useEffectEvent(() => {
    if (at !== "") authoring.store.select(at)
  })
  useEffect(() => open(), [authoring])
  const follow = useEffectEvent(() => {
    if (selected === at || selected === "") return
    void navigate({ search: (search) => ({ ...search, at: selected }), replace: true, resetScroll: false })
  })
  useEffect(() => follow(), [selected])
}

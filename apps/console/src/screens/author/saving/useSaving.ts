/** Saves while the workspace is open: by itself, at its keys, and at once where the page may go away. */
import { useEffect, useSyncExternalStore } from "react"
import { noteOpenDraft } from "../../../api/openDrafts.ts"
import { sessionEnded } from "../../../api/sessionEnded.ts"
import { useShortcut } from "../../../keys/useShortcut.ts"
import type { Autosave } from "./Autosave.ts"
import type { OpenDraft } from "./openDraft.ts"
import type { SavedState } from "./SavedState.ts"

export const useSaved = (autosave: Autosave): SavedState =>
  useSyncExternalStore(autosave.subscribe, autosave.getSnapshot)

export const useSaving = ({ autosave, formId }: OpenDraft): void => {
  useShortcut("save", autosave.saveNow)
  useEffect(() => {
    const stop = autosave.start()
    const { flush, saveNow, savedText } = autosave
    let isAbandoned = false
    const abandon = (): void => {
      isAbandoned = true
      stop()
    }
    const close = noteOpenDraft({ formId, savedText, flush, abandon })
    const onHidden = (): void => {
      if (document.visibilityState === "hidden") saveNow()
    }
    const leave = sessionEnded.subscribe(() => {
      if (!sessionEnded.get()) saveNow()
    })
    window.addEventListener("online", saveNow)
    document.addEventListener("visibilitychange", onHidden)
    return () => {
      window.removeEventListener("online", saveNow)
      document.removeEventListener("visibilitychange", onHidden)
      leave()
      close()
      if (!isAbandoned) saveNow()
      stop()
    }
  }, [autosave, formId])
}

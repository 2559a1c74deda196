/** The draft as its text, with the engine's help. */
import type { EditorView } from "@codemirror/view"
import { useCallback, useState } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { lazily } from "../../../parts/lazily.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import type { FieldName } from "../engine/Protocol.ts"
import { fieldNamedAt } from "./fieldNamedAt.ts"
import { openSource } from "./openSource.ts"
import { partUnder } from "./partUnder.ts"
import styles from "./SourceEditor.module.css"
import { placesInJson } from "../authoring/TextPlaces.ts"

const ChainDialog = lazily(async () => (await import("../chain/ChainDialog.tsx")).ChainDialog)
const RenameDialog = lazily(async () => (await import("./RenameDialog.tsx")).RenameDialog)

const namedAtCaret = async ({ engine }: Authoring, { state }: EditorView): Promise<FieldName | undefined> => {
  const { head } = state.selection.main
  const place = placesInJson.textAt(state, head)
  const word = state.wordAt(head)
  if (place === undefined || word === null) return undefined
  return fieldNamedAt(engine, engine.getSnapshot().checked?.names ?? [], place, state.sliceDoc(word.from, word.to))
}

export const SourceEditor = ({ authoring }: { readonly authoring: Authoring }) => {
  const { source } = useMessages()
  const [renamed, setRenamed] = useState<FieldName>()
  const [chained, setChained] = useState<string>()
  const open = useCallback(
    (parent: HTMLDivElement) =>
      openSource(parent, {
        authoring,
        words: source,
        onRename: (view) => {
          if (!authoring.store.isReadOnly) void namedAtCaret(authoring, view).then(setRenamed)
        },
        onChain: ({ state }) =>
          void partUnder(authoring, state, placesInJson, state.selection.main.head).then(setChained)
      }),
    [authoring, source]
  )
  return (
    <>
      <div className={styles.editor} ref={open} />
      {renamed !== undefined && (
        <RenameDialog authoring={authoring} field={renamed} onClose={() => setRenamed(undefined)} />
      )}
      {chained !== undefined && (
        <ChainDialog authoring={authoring} pointer={chained} onClose={() => setChained(undefined)} />
      )}
    </>
  )
}

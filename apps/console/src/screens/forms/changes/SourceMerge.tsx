/** The sources of two definitions in one text: what was is struck out above what is. Read only. */
import { json } from "@codemirror/lang-json"
import { unifiedMergeView } from "@codemirror/merge"
import { EditorState } from "@codemirror/state"
import { EditorView, lineNumbers } from "@codemirror/view"
import { useEffect, useRef } from "react"
import { useMessages } from "../../../messages/useMessages.ts"
import { hiddenCharacters } from "../../../parts/hiddenCharacters.ts"
import { mergeTheme } from "./mergeTheme.ts"
import styles from "./Compared.module.css"

interface SourceMergeProps {
  readonly before: unknown
  readonly after: unknown
}

const source = (definition: unknown): string => JSON.stringify(definition, null, 2)

export const SourceMerge = ({ after, before }: SourceMergeProps) => {
  const {
    changes: { source: label },
    source: { editor }
  } = useMessages()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current === null) return undefined
    const view = new EditorView({
      parent: place.current,
      doc: source(after),
      extensions: [
        EditorState.phrases.of(editor),
        mergeTheme(),
        lineNumbers(),
        json(),
        hiddenCharacters,
        EditorView.lineWrapping,
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ "aria-label": label, "aria-readonly": "true" }),
        unifiedMergeView({
          original: source(before),
          mergeControls: false,
          gutter: true,
          collapseUnchanged: { margin: 3, minSize: 6 }
        })
      ]
    })
    return () => view.destroy()
  }, [after, before, editor, label])
  return <div ref={place} className={styles.merge} />
}

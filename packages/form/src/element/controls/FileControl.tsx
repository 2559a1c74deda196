/** A file: chosen, uploaded at once, shown by its name, and taken away again. */
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { useFiller } from "../Filler.ts"
import { FileShown } from "../parts/FileShown.tsx"
import { fieldAt, refusalOf, sendFile, type Uploaded } from "../uploading.ts"
import { type ControlProps, described, textOf } from "./ControlProps.ts"

/** What the region says. */
type Said = { readonly kind: "nothing" | "running" | "done" | "refused"; readonly text: string }

const nothing: Said = { kind: "nothing", text: "" }

/** What a person does to the file of a field. */
const useFile = ({ view }: ControlProps) => {
  const filler = useFiller()
  const { edit, files, session, words } = filler
  const [said, setSaid] = useState(nothing)
  /** The latest choice: answers to earlier ones are dropped. */
  const latest = useRef<object>(undefined)
  /** The upload that the field has, where it was made here. */
  const made = useRef<string>(undefined)
  const put = (pointer: string, uploaded: Uploaded): void => {
    files.known.set(uploaded.id, uploaded)
    setSaid({ kind: "done", text: words.uploaded(uploaded.name) })
    edit(pointer, () => session.set(pointer, uploaded.id))
  }
  /** @returns whether the form may be sent: a file that was refused is to be seen before. */
  const run = async (file: File, own: object): Promise<boolean> => {
    const { upload } = files
    const place = placeIn(filler, view.pointer)
    if (upload === undefined) return true
    setSaid({ kind: "running", text: words.uploading(file.name) })
    const answered = await sendFile(upload, { file, field: fieldAt(view.pointer) }, words)
    const pointer = place()
    const isWanted = latest.current === own && pointer !== undefined
    if (!isWanted) {
      if ("uploaded" in answered) files.takeBack(answered.uploaded.id)
      return true
    }
    if ("uploaded" in answered) {
      made.current = answered.uploaded.id
      put(pointer, answered.uploaded)
    } else setSaid({ kind: "refused", text: answered.refused })
    return "uploaded" in answered
  }
  return {
    said,
    choose: (file: File | undefined): void => {
      if (file === undefined) return
      const own = {}
      latest.current = own
      const refused = refusalOf(view, file, words)
      if (refused !== undefined) return setSaid({ kind: "refused", text: refused })
      files.running(run(file, own))
    },
    pretend: (uploaded: Uploaded): void => {
      latest.current = {}
      put(view.pointer, uploaded)
    },
    remove: (): void => {
      latest.current = {}
      if (made.current !== undefined && made.current === textOf(view)) files.takeBack(made.current)
      setSaid({ kind: "done", text: words.removed })
      edit(view.pointer, () => session.set(view.pointer, undefined))
    }
  }
}

/** Follows a place while its row moves. @returns its pointer; undefined once the row, or the form, is gone. */
const placeIn = ({ session, isOpen }: Pick<ReturnType<typeof useFiller>, "isOpen" | "session">, pointer: string) => {
  const [, list, row, slug] = /^(.+)\/(\d+)\/([^/]+)$/u.exec(pointer) ?? []
  if (list === undefined) return () => (isOpen() ? pointer : undefined)
  const key = session.view(list)?.rows[Number(row)]
  return () => {
    const now = isOpen() && key !== undefined ? (session.view(list)?.rows.indexOf(key) ?? -1) : -1
    return now < 0 ? undefined : `${list}/${now}/${slug}`
  }
}

/** The control that has the focus goes when a file comes or goes: the one in its place gets it. */
const useFocus = (hasFile: boolean) => {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(hasFile)
  const hadFocus = box.current?.contains(document.activeElement) === true
  useLayoutEffect(() => {
    if (before.current === hasFile) return
    before.current = hasFile
    if (hadFocus) box.current?.querySelector<HTMLElement>("input, button")?.focus()
  })
  return box
}

export const FileControl = (props: ControlProps) => {
  const { id, view } = props
  const { files, words } = useFiller()
  const { choose, pretend, remove, said } = useFile(props)
  const { standIn } = files
  const value = textOf(view)
  const box = useFocus(value !== "")
  return (
    <div class="fw-file" ref={box}>
      {value === "" ? (
        <>
          <input
            {...described(props)}
            type="file"
            id={id}
            aria-required={view.required}
            accept={view.limits.mediaTypes?.join(",")}
            disabled={files.upload === undefined}
            onChange={({ currentTarget: { files: chosen } }) => choose(chosen?.[0])}
          />
          {standIn === undefined ? null : (
            <button
              type="button"
              class="fw-small"
              aria-label={`${standIn.label}: ${view.label}`}
              onClick={() => pretend(standIn.make())}
            >
              {standIn.label}
            </button>
          )}
        </>
      ) : (
        <>
          <output id={id} class="fw-value" aria-live="off" {...described(props)}>
            <FileShown id={value} label={view.label} />
          </output>
          <button type="button" class="fw-small" aria-label={`${words.remove}: ${view.label}`} onClick={remove}>
            {words.remove}
          </button>
        </>
      )}
      <p
        class={said.kind === "refused" ? "fw-problem" : said.kind === "running" ? "fw-help" : "fw-unseen"}
        role="status"
      >
        {said.text}
      </p>
    </div>
  )
}

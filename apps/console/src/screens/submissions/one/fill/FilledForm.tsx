/** The form of a draft, to be filled on, and the why of one of its values below it. */
import type { Submission } from "@formwork/client/contract"
import type { FormworkForm } from "@formwork/form/formwork-form"
import type { RefObject } from "react"
import { useCallback, useRef, useState, useSyncExternalStore } from "react"
import { appApi, uploadFor } from "../../../../api/files.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import form from "../../../author/tryOut/FormPreview.module.css"
import { type OpenedForm, openFormIn } from "../../../author/tryOut/openFormIn.ts"
import { WhyStored } from "../values/WhyStored.tsx"
import styles from "./Fill.module.css"
import type { Filling } from "./useFilling.ts"

interface FilledFormProps {
  readonly filling: Filling
  /** The draft that is filled. */
  readonly draft: Pick<Submission, "formId" | "id">
  readonly opened: RefObject<OpenedForm | null>
}

export const FilledForm = ({ draft, filling: { engine, store }, opened }: FilledFormProps) => {
  const { formId, id: submissionId } = draft
  const { fill: words } = useMessages().submission
  const { checked, evaluated } = useSyncExternalStore(engine.subscribe, engine.getSnapshot)
  const [why, setWhy] = useState<string>()
  const asked = useRef<Element>(null)
  const open = useCallback(
    (parent: HTMLDivElement) => {
      const takeFiles = (element: FormworkForm): void => {
        element.upload = uploadFor(formId)
        element.setAttribute("base", appApi)
        element.setAttribute("submission", submissionId)
      }
      opened.current = openFormIn(parent, store, takeFiles, (pointer) => {
        asked.current = document.activeElement
        setWhy(pointer)
      })
      return () => {
        opened.current?.close()
        opened.current = null
      }
    },
    [formId, opened, store, submissionId]
  )
  const close = () => {
    setWhy(undefined)
    if (asked.current instanceof HTMLElement) asked.current.focus()
  }
  const run = { names: checked?.names ?? [], trace: evaluated?.trace ?? [] }
  return (
    <div className={styles.panes} data-open={why !== undefined}>
      <div className={styles.form}>
        <div className={form.form} role="group" aria-label={words.label} ref={open} />
      </div>
      {why !== undefined && <WhyStored key={why} run={run} pointer={why} onClose={close} />}
    </div>
  )
}

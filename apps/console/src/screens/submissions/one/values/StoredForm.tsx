/** The form with the values of a submission, to be read; a computed value has its why. */
import { FormworkForm } from "@formwork/form/formwork-form"
import type { FormSession } from "@formwork/form/FormSession"
import { useCallback } from "react"
import { appApi } from "../../../../api/files.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { classes } from "../../../../parts/classes.ts"
import form from "../../../author/tryOut/FormPreview.module.css"
import { pointerOf } from "../../../author/tryOut/openFormIn.ts"
import styles from "./Values.module.css"

interface StoredFormProps {
  readonly session: FormSession
  /** The submission, whose files are linked. */
  readonly submissionId: string
  /** Has to stay the same function. */
  readonly onWhy: (pointer: string) => void
}

export const StoredForm = ({ onWhy, session, submissionId }: StoredFormProps) => {
  const { common, submission } = useMessages()
  const { language } = common
  const open = useCallback(
    (parent: HTMLDivElement) => {
      const element = new FormworkForm()
      element.setAttribute("lang", language)
      element.setAttribute("mode", "read")
      element.setAttribute("why", "")
      element.setAttribute("base", appApi)
      element.setAttribute("submission", submissionId)
      element.addEventListener("formwork-why", (event) => {
        event.preventDefault()
        onWhy(pointerOf(event))
      })
      element.session = session
      parent.append(element)
      return () => element.remove()
    },
    [language, onWhy, session, submissionId]
  )
  return (
    <div className={classes(form.form, styles.element)} role="group" aria-label={submission.values.label} ref={open} />
  )
}

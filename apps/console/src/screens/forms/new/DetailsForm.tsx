/** Title, code and folder of a new form, and the button that makes it. What was typed stays when the call is refused. */
import { FormworkError } from "@formwork/client/FormworkError"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { Form } from "react-aria-components/Form"
import { api } from "../../../api/api.ts"
import { foldersQuery } from "../../../api/folders.ts"
import { formChanged } from "../../../api/forms.ts"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { FolderSelect } from "../FolderSelect.tsx"
import { Contents } from "./Contents.tsx"
import { codeOf, named } from "./Start.ts"
import { useFreeCode } from "./useFreeCode.ts"
import type { Start } from "./Start.ts"
import styles from "./NewForm.module.css"

/** What the person has typed. A member that is left out has the value of the start. */
export interface Typed {
  readonly title?: string
  readonly code?: string
  readonly folderId: string | null
}

interface DetailsFormProps {
  readonly start: Start
  readonly typed: Typed
  readonly onType: (typed: Typed) => void
}

const isCode = (code: string): boolean => /^[A-Z][A-Z0-9]{0,9}$/u.test(code)

const isCodeTaken = (error: unknown): boolean => error instanceof FormworkError && error.status === 409

export const DetailsForm = ({ onType, start, typed }: DetailsFormProps) => {
  const { common, newForm: words } = useMessages()
  const navigate = useNavigate()
  const mayWrite = useMay("form:write")
  const { data: folders = [] } = useQuery(foldersQuery)
  const title = typed.title ?? start.title
  const suggested = useFreeCode(start.code)
  const code = typed.code ?? (start.code === "" ? codeOf(title) : suggested)
  const create = useMutation({
    mutationFn: () => api.forms.create({ body: { definition: named(start, title, code), folderId: typed.folderId } }),
    onSuccess: async ({ body }) => {
      await formChanged()
      await navigate({ to: "/forms/$formId", params: { formId: body.id } })
    }
  })
  const codeProblem = () => {
    if (isCodeTaken(create.error) && create.error instanceof FormworkError) return create.error.problem.error
    return code !== "" && !isCode(code) ? words.codeWrong : ""
  }
  const change = (next: Partial<Typed>) => {
    create.reset()
    onType({ ...typed, ...next })
  }
  return (
    <Form
      className={styles.form ?? ""}
      validationBehavior="aria"
      onSubmit={(event) => {
        event.preventDefault()
        create.mutate()
      }}
    >
      {!isCodeTaken(create.error) && <Refused error={create.error} />}
      <Contents definition={start.definition} />
      <TextField
        label={words.formTitle}
        isRequired
        maxLength={200}
        value={title}
        onChange={(next) => change({ title: next })}
      />
      <TextField
        label={words.code}
        description={words.codeWhy}
        isRequired
        maxLength={10}
        value={code}
        problem={codeProblem()}
        onChange={(next) => change({ code: next.toUpperCase() })}
      />
      <FolderSelect
        label={words.folder}
        folders={folders}
        value={typed.folderId}
        onChange={(folderId) => change({ folderId })}
      />
      {!mayWrite && <Notice tone="info">{common.states.refusedPrivilege({ privilege: "form:write" })}</Notice>}
      <div className={styles.submit}>
        <Button
          look="primary"
          type="submit"
          isPending={create.isPending}
          isDisabled={!mayWrite || title.trim() === "" || !isCode(code)}
        >
          {words.submit}
        </Button>
      </div>
    </Form>
  )
}

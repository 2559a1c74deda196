/** A call with the new key, as a command to copy and as a press that makes it, so that a key is known to work before it is left. */
import type { ApiKey, Form } from "@formwork/client/contract"
import { useMutation, useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { useMay } from "../../../api/me.ts"
import { foldersQuery } from "../../../api/folders.ts"
import { schemaQuery } from "../../../api/forms.ts"
import { formChoicesQuery } from "../../../api/reach.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { CodeBlock } from "../../../parts/CodeBlock.tsx"
import { Button } from "../../../parts/Button.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Section } from "../../../parts/Section.tsx"
import { Select } from "../../../parts/Select.tsx"
import { Loading } from "../../../parts/States.tsx"
import { callWithKey } from "./callWithKey.ts"
import { curlOf } from "./issuedKey.ts"
import type { Call, IssuedKey } from "./issuedKey.ts"
import { mayEvaluate, reachableForms } from "./reachable.ts"
import styles from "./keys.module.css"

/** The forms that the key can evaluate, as far as the person can see them. Undefined while they are read. */
const useForms = (key: ApiKey): ReadonlyArray<Form> | undefined => {
  const canEvaluate = mayEvaluate(key)
  const forms = useQuery({ ...formChoicesQuery(""), enabled: useMay("form:read") && canEvaluate })
  const folders = useQuery({ ...foldersQuery, enabled: useMay("folder:read") && key.folders !== null })
  if (forms.isLoading || folders.isLoading) return undefined
  return canEvaluate ? reachableForms(key, forms.data ?? [], folders.data ?? []) : []
}

/** An evaluation of the form with its own example; without a form, who the key is. */
const useCall = (formId: string | undefined): Call => {
  const schema = useQuery({ ...schemaQuery(formId ?? ""), enabled: formId !== undefined })
  const url = `${location.origin}/api/platform`
  if (formId === undefined) return { url: `${url}/me`, body: undefined }
  return {
    url: `${url}/v1/forms/${formId}/evaluate`,
    body: JSON.stringify({ data: schema.data?.example ?? {} }, null, 2)
  }
}

const Answer = ({
  issued,
  tried
}: {
  readonly issued: IssuedKey
  readonly tried: { status: number; text: string }
}) => {
  const { keys } = useMessages()
  const isRight = tried.status === 200
  return (
    <div role="status" className={styles.answer}>
      <Notice tone={isRight ? "ok" : "error"} title={isRight ? keys.issued.works(tried) : keys.issued.fails(tried)}>
        {tried.status === 401 && issued.key.addresses !== null && <p>{keys.issued.addresses}</p>}
      </Notice>
      <CodeBlock label={keys.issued.answer} text={tried.text} />
    </div>
  )
}

interface TryFormsProps {
  readonly issued: IssuedKey
  readonly forms: ReadonlyArray<Form>
}

const TryForms = ({ forms, issued }: TryFormsProps) => {
  const { common, keys } = useMessages()
  const [chosen, setChosen] = useState<string | undefined>()
  const formId = (forms.find(({ id }) => id === chosen) ?? forms[0])?.id
  const call = useCall(formId)
  const attempt = useMutation({ mutationFn: () => callWithKey(call, issued.token()), gcTime: 0 })
  const command = curlOf(call)
  return (
    <>
      <p>{formId === undefined ? keys.issued.noForm : keys.issued.tryWhy}</p>
      {forms.length > 1 && formId !== undefined && (
        <Select
          label={keys.issued.form}
          options={forms.map(({ id, title }) => ({ id, label: title }))}
          value={formId}
          onChange={setChosen}
        />
      )}
      {/* Above the command, which grows when its example comes. */}
      <div className={styles.actions}>
        <Button isPending={attempt.isPending} onPress={() => attempt.mutate()}>
          {attempt.isSuccess ? keys.issued.tryAgain : keys.issued.try}
        </Button>
      </div>
      <CodeBlock
        label={keys.issued.callWhy}
        text={command}
        copied={() => `FORMWORK_API_KEY=${issued.token()}\n${command}`}
      />
      {attempt.isError && <Notice tone="error">{common.states.unreachable}</Notice>}
      {attempt.data !== undefined && <Answer issued={issued} tried={attempt.data} />}
    </>
  )
}

export const TryKey = ({ issued }: { readonly issued: IssuedKey }) => {
  const { keys } = useMessages()
  const forms = useForms(issued.key)
  return (
    <Section title={keys.issued.call}>
      {forms === undefined ? <Loading /> : <TryForms issued={issued} forms={forms} />}
    </Section>
  )
}

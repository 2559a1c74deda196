/** Makes an older version's definition live again, after what that changes is known. */
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { Form } from "@formwork/client/contract"
import { api } from "../../../api/api.ts"
import { formChanged } from "../../../api/forms.ts"
import { useMay } from "../../../api/me.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { ConfirmDialog } from "../../../parts/ConfirmDialog.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Queried } from "../../../parts/States.tsx"
import { ChangeList } from "../changes/ChangeList.tsx"
import { FaultList } from "../definition/FaultList.tsx"
import { useComparison } from "../definition/useComparison.ts"
import type { Comparison } from "../definition/useComparison.ts"
import { isTyped, TypeCode } from "../TypeCode.tsx"

interface PublishAgainProps {
  readonly form: Form
  readonly version: { readonly id: string; readonly number: number }
  readonly label: string
  readonly onPublished?: () => void
}

const breakingOf = ({ compared }: Comparison): number =>
  compared.kind === "changes" ? compared.changes.filter(({ breaking }) => breaking).length : 0

const Difference = ({ comparison: { compared } }: { readonly comparison: Comparison }) => {
  const { changes } = useMessages()
  if (compared.kind === "changes") return <ChangeList changes={compared.changes} />
  return (
    <>
      <Notice tone="error">{changes.faults({ n: compared.faults.length })}</Notice>
      <FaultList faults={compared.faults} />
    </>
  )
}

const Asked = ({
  form,
  onClose,
  onPublished,
  version
}: Omit<PublishAgainProps, "label"> & { readonly onClose: () => void }) => {
  const { versions: words } = useMessages()
  const [typed, setTyped] = useState("")
  const cache = useQueryClient()
  const { code, id: formId, liveVersionId } = form
  const comparison = useComparison(formId, liveVersionId ?? version.id, version.id)
  const breaking = comparison.data === undefined ? 0 : breakingOf(comparison.data)
  const hasFaults = comparison.data?.compared.kind === "faults"
  const publish = async () => {
    await api.versions.republish({ formId, versionId: version.id })
    await formChanged(formId)
    await cache.invalidateQueries({ queryKey: ["comparison", formId] })
    onPublished?.()
  }
  return (
    <ConfirmDialog
      title={words.againTitle({ number: version.number })}
      submit={words.again}
      isDisabled={comparison.data === undefined || hasFaults || (breaking > 0 && !isTyped({ code, typed }))}
      onSubmit={publish}
      onClose={onClose}
    >
      <p>{words.againWhy}</p>
      <Queried query={comparison} lines={3}>
        {(found) => <Difference comparison={found} />}
      </Queried>
      {breaking > 0 && (
        <>
          <Notice tone="warning">{words.againBreaks({ n: breaking })}</Notice>
          <TypeCode code={code} typed={typed} onType={setTyped} />
        </>
      )}
    </ConfirmDialog>
  )
}

export const PublishAgain = ({ label, ...rest }: PublishAgainProps) => {
  const [isAsked, setAsked] = useState(false)
  const mayPublish = useMay("form:publish")
  return (
    <>
      <Button size="small" isDisabled={!mayPublish || rest.form.archivedAt !== null} onPress={() => setAsked(true)}>
        {label}
      </Button>
      {isAsked && <Asked {...rest} onClose={() => setAsked(false)} />}
    </>
  )
}

/** Says where a run in the browser gives something else than what is stored. */
import type { Submission } from "@formwork/client/contract"
import type { Json } from "@formwork/rules/Json"
import { useMemo } from "react"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { Notice } from "../../../../parts/Notice.tsx"
import { Table } from "../../../../parts/Table.tsx"
import type { StoredEvaluated } from "../../../author/engine/Protocol.ts"
import { valueText } from "../../../author/source/valueText.ts"
import { differences } from "./differences.ts"

interface DiffersProps {
  readonly submission: Submission
  readonly run: StoredEvaluated
}

const useText = () => {
  const { source, submission } = useMessages()
  return (found: { readonly value: Json } | undefined): string =>
    found === undefined ? submission.differs.absent : valueText(found.value, source.missing)
}

export const Differs = ({ run, submission }: DiffersProps) => {
  const { differs: words } = useMessages().submission
  const text = useText()
  const found = useMemo(() => differences(submission, run), [run, submission])
  if (found.length === 0) return null
  return (
    <Notice tone="warning" title={words.title}>
      <p>{words.why}</p>
      <Table
        label={words.label}
        rows={found}
        rowId={({ key }) => key}
        columns={[
          {
            id: "part",
            label: words.part,
            cell: ({ now, stored }) => {
              const { kind = "value", name = "" } = stored ?? now ?? {}
              return (
                <>
                  {words.kinds[kind]} <Foreign text={name} isName />
                </>
              )
            }
          },
          { id: "stored", label: words.stored, cell: ({ stored }) => <Foreign text={text(stored)} /> },
          { id: "now", label: words.now, cell: ({ now }) => <Foreign text={text(now)} /> }
        ]}
      />
    </Notice>
  )
}

/** A draft, filled on by the live version of its form, and saved or filed. */
import type { Submission } from "@formwork/client/contract"
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { liveDefinitionQuery } from "../../../../api/drafts.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Notice } from "../../../../parts/Notice.tsx"
import { Loading, Queried } from "../../../../parts/States.tsx"
import { useWhyNotFiled } from "../../../author/tryOut/submission/FileDraft.tsx"
import { draft } from "../run/storedAt.ts"
import { Filler } from "./Filler.tsx"
import { useFilling } from "./useFilling.ts"

interface FillDraftProps {
  readonly submission: Submission
  /** It was filed. */
  readonly onFiled: () => void
}

/** What is read again while it is filled changes nothing in it. */
export const FillDraft = ({ onFiled, submission }: FillDraftProps) => {
  const { fill: words } = useMessages().submission
  const [first] = useState(submission)
  const live = useQuery({ ...liveDefinitionQuery(first.formId), refetchOnWindowFocus: false })
  const whyNot = useWhyNotFiled(first.formId)
  if (first.workflowState !== draft) return <Notice tone="info">{words.isFiled}</Notice>
  if (whyNot !== undefined) return <Notice tone="info">{whyNot}</Notice>
  return (
    <Queried query={live} lines={12}>
      {(definition) =>
        definition === null ? null : <Opening definition={definition} first={first} onFiled={onFiled} />
      }
    </Queried>
  )
}

interface OpeningProps {
  readonly definition: string
  readonly first: Submission
  readonly onFiled: () => void
}

const Opening = ({ definition, first, onFiled }: OpeningProps) => {
  const { fill: words } = useMessages().submission
  const [kept] = useState(definition)
  const filling = useFilling(kept, JSON.stringify(first.data))
  if (filling === undefined) return <Loading lines={12} />
  const leftOut = filling.engine.getSnapshot().prepared?.leftOut ?? []
  // What is left out of the form would be left out of the draft that is saved.
  if (leftOut.length > 0) return <Notice tone="warning">{words.leftOut}</Notice>
  return <Filler filling={filling} first={first} onFiled={onFiled} />
}

/** Tries again what many submissions should have sent and could not: their effects that are dead, or whose receiver stopped them. */
import type { Submission } from "@formwork/client/contract"
import { useState } from "react"
import { api } from "../../../../api/api.ts"
import { forgetEffects } from "../../../../api/effects.ts"
import { useMessages } from "../../../../messages/useMessages.ts"
import { ManyDialog } from "./ManyDialog.tsx"

interface RetryManyProps {
  readonly items: ReadonlyArray<Submission>
  readonly onClose: () => void
}

export const RetryMany = ({ items, onClose }: RetryManyProps) => {
  const { retry } = useMessages().submissions
  const [retried, setRetried] = useState(0)
  const act = async ({ id }: Submission) => {
    for (const state of ["dead", "stopped"] as const) {
      const { body } = await api.effects.retryMany({ body: { filter: { submission: id, state } } })
      setRetried((before) => before + body.retried)
    }
  }
  const close = () => {
    void forgetEffects()
    onClose()
  }
  return (
    <ManyDialog
      title={retry.title({ n: items.length })}
      submit={retry.submit}
      items={items}
      act={act}
      done={retry.done({ n: retried })}
      onClose={close}
    >
      <p>{retry.why}</p>
    </ManyDialog>
  )
}

/** Whether callers can use a form, and whether its draft has changed since. */
import type { Form } from "@formwork/client/contract"
import { useMessages } from "../../messages/useMessages.ts"
import { Badge } from "../../parts/Badge.tsx"
import styles from "./FormState.module.css"

type FormProps = {
  readonly form: Pick<Form, "archivedAt" | "draftRevision" | "liveVersionNumber" | "publishedRevision">
}

export const LiveState = ({ form }: FormProps) => {
  const { list } = useMessages().forms
  if (form.archivedAt !== null) return <Badge>{list.archived}</Badge>
  return form.liveVersionNumber === null ? (
    <Badge>{list.notPublished}</Badge>
  ) : (
    <Badge tone="ok">{list.version({ number: form.liveVersionNumber })}</Badge>
  )
}

/** Whether publishing the draft would change what callers see. False for a form that was never published. */
export const draftDiffers = (form: FormProps["form"]): boolean =>
  form.liveVersionNumber !== null && form.publishedRevision !== form.draftRevision

/** @param isBrief where a heading says that it is the draft's. */
export const DraftState = ({ form, isBrief = false }: FormProps & { readonly isBrief?: boolean }) => {
  const { list } = useMessages().forms
  if (form.liveVersionNumber === null) return null
  return draftDiffers(form) ? (
    <Badge tone="warning">{isBrief ? list.edited : list.differs}</Badge>
  ) : (
    <span className={styles.quiet}>{isBrief ? list.unchanged : list.same}</span>
  )
}

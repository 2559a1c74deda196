/** The note, the confirmation where something breaks, and the one button. */
import { useId, useState } from "react"
import { Form as AriaForm } from "react-aria-components/Form"
import type { Form } from "@formwork/client/contract"
import { useShortcut } from "../../../keys/useShortcut.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { Notice } from "../../../parts/Notice.tsx"
import { Refused } from "../../../parts/Refused.tsx"
import { Section } from "../../../parts/Section.tsx"
import { TextField } from "../../../parts/TextField.tsx"
import { isTyped, TypeCode } from "../TypeCode.tsx"
import type { LookedAt } from "./usePinnedDraft.ts"
import { mostNote, noteOf } from "./noteOf.ts"
import { usePublish } from "./usePublish.ts"
import { becameInvalid, hurts, waitsFor } from "./waits.ts"
import type { Found } from "./waits.ts"
import styles from "./Publish.module.css"

interface PublishFormProps {
  readonly form: Form
  readonly draft: LookedAt
  readonly nextNumber: number
  readonly found: Omit<Found, "isCodeTyped" | "hasReason">
  /** The server refused the revision: a newer one is there. */
  readonly onStale: () => void
}

const Why = ({ found }: Pick<PublishFormProps, "found">) => {
  const { finish: words } = useMessages().publish
  const invalid = becameInvalid(found.impact)
  return (
    <Notice tone="warning">
      {(found.breaking ?? 0) > 0 && <p>{words.callersBreak}</p>}
      {invalid > 0 && <p>{words.submissionsBreak({ n: invalid })}</p>}
    </Notice>
  )
}

/** Why it is published although cases fail. */
const Reason = ({ onType, reason }: { readonly reason: string; readonly onType: (typed: string) => void }) => {
  const { finish: words } = useMessages().publish
  return (
    <TextField
      label={words.reason}
      description={words.reasonWhy}
      rows={2}
      maxLength={mostNote}
      value={reason}
      onChange={onType}
    />
  )
}

export const PublishForm = ({ draft, form, found, nextNumber, onStale }: PublishFormProps) => {
  const { finish: words } = useMessages().publish
  const [note, setNote] = useState("")
  // A newer revision needs the code again; the note stays.
  const [confirmed, setConfirmed] = useState({ revision: draft.revision, typed: "" })
  const typed = confirmed.revision === draft.revision ? confirmed.typed : ""
  const [reason, setReason] = useState("")
  const fails = (found.failed ?? 0) > 0
  const waitId = useId()
  const { code, id: formId } = form
  const wait = waitsFor({ ...found, isCodeTyped: isTyped({ code, typed }), hasReason: reason.trim() !== "" })
  const skipped = found.impact.kind === "skipped" ? words.noteSkipped : undefined
  const publish = usePublish(formId, draft, { note: noteOf(note, skipped), reason: fails ? reason : "" }, onStale)
  const submit = () => {
    if (wait === undefined && !publish.isPending) publish.mutate(draft.revision)
  }
  useShortcut("publish", submit)
  return (
    <Section title={words.title}>
      <AriaForm
        className={styles.finish ?? ""}
        validationBehavior="aria"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Refused error={publish.variables === draft.revision ? publish.error : null} />
        <TextField
          label={words.note}
          description={words.noteWhy}
          isOptional
          rows={3}
          maxLength={mostNote}
          value={note}
          onChange={setNote}
        />
        {skipped !== undefined && (
          <p className={styles.quiet}>
            {words.willSay} {skipped}
          </p>
        )}
        {fails && <Reason reason={reason} onType={setReason} />}
        {hurts(found) && (
          <>
            <Why found={found} />
            <TypeCode
              code={code}
              typed={typed}
              onType={(next) => setConfirmed({ revision: draft.revision, typed: next })}
            />
          </>
        )}
        <div className={styles.submit}>
          <Button
            look="primary"
            type="submit"
            isPending={publish.isPending}
            isDisabled={wait !== undefined}
            describedBy={waitId}
          >
            {words.submit({ number: nextNumber })}
          </Button>
          <span id={waitId} className={styles.quiet} aria-live="polite">
            {wait === undefined ? "" : words.waits[wait]}
          </span>
        </div>
      </AriaForm>
    </Section>
  )
}

/** The values of a submission as its form shows them, and the why of one beside them. */
import type { Submission } from "@formwork/client/contract"
import { useCallback, useMemo, useRef } from "react"
import { useMessages } from "../../../../messages/useMessages.ts"
import { civilDay } from "../../../../time/dates.ts"
import { Notice } from "../../../../parts/Notice.tsx"
import { Refused } from "../../../../parts/Refused.tsx"
import { Loading, Queried } from "../../../../parts/States.tsx"
import { useFailure } from "../../../../parts/useFailure.ts"
import type { StoredEvaluated } from "../../../author/engine/Protocol.ts"
import { useStoredRun } from "../run/useStoredRun.ts"
import { Differs } from "./Differs.tsx"
import { NamedValues } from "./NamedValues.tsx"
import { NotAsked } from "./NotAsked.tsx"
import { storedForm } from "./storedForm.ts"
import { StoredForm } from "./StoredForm.tsx"
import { StoredOutcomes } from "./StoredOutcomes.tsx"
import styles from "./Values.module.css"
import { WhyStored } from "./WhyStored.tsx"

interface ValuesProps {
  readonly submission: Submission
  /** Pointer of the field whose why is open. */
  readonly why: string | undefined
  readonly onWhy: (pointer: string | undefined) => void
}

export const Values = (props: ValuesProps) => {
  const { values: words } = useMessages().submission
  const { submission } = props
  const { history, run, version } = useStoredRun(submission)
  const [ofVersion, ofHistory] = [useFailure(version), useFailure(history)]
  const failure =
    version.data === undefined ? (ofVersion ?? ofHistory) : history.data === undefined ? ofHistory : undefined
  if (failure !== undefined)
    return (
      <div className={styles.all}>
        <Refused error={failure.error} />
        <Notice tone="info">{words.noVersion}</Notice>
        <StoredOutcomes outcomes={submission.outcomes} run={undefined} />
        <NamedValues submission={submission} />
      </div>
    )
  if (version.data === undefined || history.data === undefined) return <Loading lines={12} />
  const { number } = version.data
  return (
    <Queried query={run} lines={12}>
      {(found) =>
        found === null ? <NotRun submission={submission} /> : <Shown {...props} run={found} number={number} />
      }
    </Queried>
  )
}

const NotRun = ({ submission }: Pick<ValuesProps, "submission">) => {
  const { values: words } = useMessages().submission
  return (
    <div className={styles.all}>
      <Notice tone="warning">{words.notRun}</Notice>
      <StoredOutcomes outcomes={submission.outcomes} run={undefined} />
      <NamedValues submission={submission} />
    </div>
  )
}

/** The focus goes to the why that was asked for, and back to where it was asked. */
const useWhy = (onWhy: ValuesProps["onWhy"]) => {
  const asked = useRef<Element>(null)
  const latest = useRef(onWhy)
  latest.current = onWhy
  const open = useCallback((pointer: string) => {
    asked.current = document.activeElement
    latest.current(pointer)
  }, [])
  const close = () => {
    onWhy(undefined)
    if (asked.current instanceof HTMLElement) asked.current.focus()
  }
  return { open, close }
}

const Shown = ({
  number,
  onWhy,
  run,
  submission,
  why
}: ValuesProps & { readonly run: StoredEvaluated; readonly number: number }) => {
  const { common, submission: submissionWords } = useMessages()
  const { values: words } = submissionWords
  const session = useMemo(() => storedForm(run, submission), [run, submission])
  const { close, open } = useWhy(onWhy)
  return (
    <div className={styles.all}>
      <Differs submission={submission} run={run} />
      <StoredOutcomes outcomes={submission.outcomes} run={run} />
      <div className={styles.panes} data-open={why !== undefined}>
        <div className={styles.form}>
          <StoredForm session={session} submissionId={submission.id} onWhy={open} />
          <NotAsked hiddenFields={submission.hiddenFields} run={run} onWhy={open} />
          <p className={styles.quiet}>{words.day({ number, day: civilDay(common.language, run.today) })}</p>
        </div>
        {why !== undefined && <WhyStored key={why} run={run} pointer={why} onClose={close} />}
      </div>
    </div>
  )
}

/** One action for many submissions: asks, shows how far it is, and then what was refused and why. Stopping it leaves what is done. */
import type { Submission } from "@formwork/client/contract"
import type { ReactNode } from "react"
import { Link } from "@tanstack/react-router"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Dialog } from "../../../../parts/Dialog.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { refusalLanguage, refusalSentence } from "../../../../parts/refusalSentence.ts"
import type { Progress } from "./runMany.ts"
import { type Run, useMany } from "./useMany.ts"
import styles from "./Many.module.css"

interface ManyDialogProps {
  readonly title: string
  readonly submit: string
  readonly items: ReadonlyArray<Submission>
  readonly act: (item: Submission) => Promise<unknown>
  /** What is asked before it begins. */
  readonly children: ReactNode
  /** What it has done, besides the number of submissions. */
  readonly done?: ReactNode
  readonly onClose: () => void
}

/** More would be read by no person; the submissions themselves show what was done. */
const MOST_SHOWN = 200

const RefusedList = ({ refused }: Pick<Progress<Submission>, "refused">) => {
  const { common, submissions } = useMessages()
  const { many } = submissions
  if (refused.length === 0) return null
  return (
    <section aria-label={many.refusedList} className={styles.refused}>
      <h3 className={styles.heading}>{many.refused({ n: refused.length })}</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a list that scrolls has to be reached by the keyboard */}
      <ul className={styles.list} tabIndex={0} aria-label={many.refusedList}>
        {refused.slice(0, MOST_SHOWN).map(({ error, item }) => (
          <li key={item.id}>
            <Link to="/submissions/$submissionId" params={{ submissionId: item.id }} target="_blank">
              <Foreign text={item.referenceNumber} isName />
            </Link>
            <span className={styles.why}>
              <Foreign text={refusalSentence(common, error)} lang={refusalLanguage(error)} />
            </span>
          </li>
        ))}
      </ul>
      {refused.length > MOST_SHOWN && <p>{many.notShown({ n: refused.length - MOST_SHOWN })}</p>}
    </section>
  )
}

const Progressing = ({
  done,
  run,
  total
}: {
  readonly run: Run<Submission>
  readonly total: number
  readonly done: ReactNode
}) => {
  const { many } = useMessages().submissions
  const { progress, state } = run
  const ended = progress.done + progress.refused.length
  return (
    <>
      <progress className={styles.bar} max={total} value={ended} aria-label={many.progress} />
      <p role="status">
        {state === "ended" ? many.ended({ n: progress.done, left: progress.left }) : many.soFar({ n: ended, total })}{" "}
        {done}
      </p>
      <RefusedList refused={progress.refused} />
    </>
  )
}

export const ManyDialog = ({ act, children, done, items, onClose, submit, title }: ManyDialogProps) => {
  const { common, submissions } = useMessages()
  const { many } = submissions
  const run = useMany(items, act)
  const { state } = run
  const isRunning = state === "running" || state === "stopping"
  const actions = {
    waiting: (
      <>
        <Button onPress={onClose}>{common.cancel}</Button>
        <Button look="primary" onPress={run.start}>
          {submit}
        </Button>
      </>
    ),
    running: <Button onPress={run.stop}>{many.stop}</Button>,
    stopping: <Button isPending>{many.stop}</Button>,
    ended: (
      <>
        {run.again.length > 0 && <Button onPress={run.tryAgain}>{many.again({ n: run.again.length })}</Button>}
        <Button look="primary" onPress={onClose}>
          {common.close}
        </Button>
      </>
    )
  }
  return (
    // While it runs it is left by stopping it, so that nobody takes it for done.
    <Dialog title={title} isOpen onClose={isRunning ? undefined : onClose} actions={actions[state]}>
      {state === "waiting" ? children : <Progressing run={run} total={items.length} done={done} />}
    </Dialog>
  )
}

/** The whole form: summary, the page that is there,  outcomes and the button that sends. */
import { useMemo } from "preact/hooks"
import { type Filler, FillerContext, useFiller, useForm } from "../Filler.ts"
import { Announcer } from "./Announcer.tsx"
import { Outcomes } from "./Outcomes.tsx"
import { Reading } from "./Reading.tsx"
import { Sections } from "./Sections.tsx"
import { type Steps, useSteps } from "./Steps.ts"
import { Summary } from "./Summary.tsx"

/** Where the filling stands: with the person, on its way, or filed. */
export type Stage =
  | { readonly kind: "filling"; readonly refused: ReadonlyArray<string> }
  | { readonly kind: "sending" }
  | { readonly kind: "sent"; readonly reference: string | undefined }

export interface FormProps {
  readonly filler: Filler
  readonly mode: "fill" | "read"
  readonly stage: Stage
  /** Undefined where the page only wants the values. */
  readonly send: (() => void) | undefined
}

const Marked = () => {
  const { words } = useFiller()
  return useForm().requires ? <p class="fw-help">{words.marked}</p> : null
}

/** How much is missing, before the attempt; afterwards the summary says it. */
const Missing = () => {
  const { words } = useFiller()
  const { attempted, missing } = useForm()
  return attempted || missing.length === 0 ? null : <span class="fw-help">{words.missing(missing.length)}</span>
}

/** The page that is there, named by its number where there are several. */
const Page = ({ count, number, page }: Steps) => {
  const { prefix, words } = useFiller()
  if (count <= 1) return <Sections page={page} />
  const step = `${prefix}--step`
  return (
    <div class="fw-page" id={step} role="group" tabIndex={-1} aria-labelledby={`${step}-number`}>
      <p class="fw-step" id={`${step}-number`}>
        {words.step(number, count)}
      </p>
      <progress class="fw-progress" max={count} value={number} aria-hidden="true" />
      <Sections page={page} />
    </div>
  )
}

/** Buttons below a page: the last one sends. */
const Buttons = ({ send, stage, steps }: Pick<FormProps, "send" | "stage"> & { readonly steps: Steps }) => {
  const { words } = useFiller()
  const isSending = stage.kind === "sending"
  const { back, isLast, number } = steps
  return (
    <div class="fw-send">
      {number > 1 ? (
        <button type="button" class="fw-back" onClick={back}>
          {words.back}
        </button>
      ) : null}
      {!isLast ? (
        <button type="submit" class="fw-primary">
          {words.onwards}
        </button>
      ) : send === undefined ? null : (
        <button type="submit" class="fw-primary" aria-disabled={isSending}>
          {isSending ? words.sending : words.send}
        </button>
      )}
      {isLast ? <Missing /> : null}
    </div>
  )
}

const Body = ({ send, stage }: Pick<FormProps, "send" | "stage">) => {
  const steps = useSteps()
  return (
    <form
      class="fw-form"
      novalidate
      onSubmit={(event) => {
        event.preventDefault()
        if (steps.isLast) send?.()
        else steps.next()
      }}
    >
      <Summary refused={stage.kind === "filling" ? stage.refused : []} isStopped={steps.isStopped} />
      <Marked />
      <Page {...steps} />
      <Outcomes />
      <Buttons send={send} stage={stage} steps={steps} />
      <Announcer />
    </form>
  )
}

export const Form = ({ filler, mode, send, stage }: FormProps) => {
  const value = useMemo(() => ({ filler }), [filler])
  return (
    <FillerContext.Provider value={value}>
      {mode === "read" ? (
        <Reading />
      ) : stage.kind === "sent" ? (
        <p class="fw-sent" id={`${filler.prefix}--sent`} tabIndex={-1}>
          {filler.words.sent(stage.reference)}
        </p>
      ) : (
        <Body send={send} stage={stage} />
      )}
    </FillerContext.Provider>
  )
}

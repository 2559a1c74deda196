/** The whole form: summary, fields, outcomes and the button that sends. */
import type { VNode } from "preact"
import { useMemo, useRef } from "preact/hooks"
import { type Filler, FillerContext, useFiller, useForm } from "../Filler.ts"
import { Announcer } from "./Announcer.tsx"
import { Field } from "./Field.tsx"
import { Outcomes } from "./Outcomes.tsx"
import { Reading } from "./Reading.tsx"
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

const Fields = () => {
  const { fields } = useForm()
  const shown = useRef<ReadonlyMap<string, VNode>>(new Map())
  return useMemo(() => {
    // The same nodes each time, also when a field comes or goes: each renders again by itself, when its view changes.
    const nodes = fields.map(
      (pointer) => [pointer, shown.current.get(pointer) ?? <Field key={pointer} pointer={pointer} />] as const
    )
    shown.current = new Map(nodes)
    return <div class="fw-fields">{nodes.map(([, node]) => node)}</div>
  }, [fields])
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

const Body = ({ send, stage }: Pick<FormProps, "send" | "stage">) => {
  const { words } = useFiller()
  const isSending = stage.kind === "sending"
  return (
    <form
      class="fw-form"
      novalidate
      onSubmit={(event) => {
        event.preventDefault()
        send?.()
      }}
    >
      <Summary refused={stage.kind === "filling" ? stage.refused : []} />
      <Marked />
      <Fields />
      <Outcomes />
      <div class="fw-send">
        {send === undefined ? null : (
          <button type="submit" class="fw-primary" aria-disabled={isSending}>
            {isSending ? words.sending : words.send}
          </button>
        )}
        <Missing />
      </div>
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
        <p class="fw-sent" id={`${filler.prefix}-sent`} tabIndex={-1}>
          {filler.words.sent(stage.reference)}
        </p>
      ) : (
        <Body send={send} stage={stage} />
      )}
    </FillerContext.Provider>
  )
}

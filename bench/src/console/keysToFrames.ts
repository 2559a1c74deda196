/** What a page's main thread does from a key to the frame that shows it, out of Chromium's trace. */
import { Schema } from "effect"

const Event = Schema.Struct({
  name: Schema.String,
  ph: Schema.String,
  pid: Schema.Number,
  tid: Schema.Number,
  /** Microseconds, as all times of a trace. */
  ts: Schema.optionalKey(Schema.Number),
  dur: Schema.optionalKey(Schema.Number),
  args: Schema.optionalKey(
    Schema.Struct({
      name: Schema.optionalKey(Schema.Unknown),
      data: Schema.optionalKey(Schema.Struct({ type: Schema.optionalKey(Schema.Unknown) }))
    })
  )
})

const Trace = Schema.fromJsonString(Schema.Struct({ traceEvents: Schema.Array(Schema.Unknown) }))

interface Span {
  readonly name: string
  readonly type: unknown
  readonly from: number
  readonly to: number
}

const isEvent = Schema.is(Event)

/** The complete events of the pages' main threads, in their order. */
const spansOf = (trace: string): ReadonlyArray<Span> => {
  const events = Schema.decodeUnknownSync(Trace)(trace).traceEvents.filter(isEvent)
  const threads = new Set(
    events.flatMap(({ args, name, pid, tid }) =>
      name === "thread_name" && args?.name === "CrRendererMain" ? [`${pid}:${tid}`] : []
    )
  )
  return events
    .flatMap(({ args, dur, name, ph, pid, tid, ts }) =>
      ph === "X" && ts !== undefined && dur !== undefined && threads.has(`${pid}:${tid}`)
        ? [{ name, type: args?.data?.type, from: ts, to: ts + dur }]
        : []
    )
    .toSorted((one, other) => one.from - other.from)
}

/** The categories of a trace that `keysToFrames` reads. */
export const categories = ["devtools.timeline", "disabled-by-default-devtools.timeline"]

/** @returns for each key, the milliseconds in which the thread ran until it had given the frame with the key to be drawn. */
export const keysToFrames = (trace: string): ReadonlyArray<number> => {
  const spans = spansOf(trace)
  const dispatched = (type: string) => spans.filter((span) => span.name === "EventDispatch" && span.type === type)
  const keys = dispatched("keydown")
  const inputs = dispatched("input")
  const frames = spans.filter(({ name }) => name === "Commit")
  const tasks = spans.filter(({ name }) => name === "RunTask")
  return keys.flatMap((key, index) => {
    const next = keys[index + 1]?.from ?? Infinity
    // A letter is put in by an event after its key; the editor itself does what Backspace does.
    const input = inputs.find(({ from }) => from >= key.from && from < next)
    const shown = frames.find(({ from }) => from >= (input ?? key).to)
    if (shown === undefined) return []
    const ran = tasks.reduce(
      (sum, { from, to }) => sum + Math.max(0, Math.min(to, shown.to) - Math.max(from, key.from)),
      0
    )
    return [ran / 1_000]
  })
}

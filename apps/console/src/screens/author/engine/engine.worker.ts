/** The worker: takes messages, runs the engine, answers. It has no network and no storage. */
import { isPartMissing, loadPart } from "@formwork/rules/loading"
import { Answers } from "./Answers.ts"
import { AnswersMissing, loadAnswers } from "./asking.ts"
import { Engine } from "./Engine.ts"
import type { FromWorker, ToWorker } from "./Protocol.ts"
import { turns } from "./turns.ts"

/** What this file uses of a worker's global scope. */
interface Scope {
  readonly postMessage: (message: FromWorker) => void
  readonly addEventListener: (type: "message", listener: (event: MessageEvent<ToWorker>) => void) => void
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library of the page's types has no worker's scope
const scope = globalThis as unknown as Scope
const engine = new Engine(() => performance.now())
/** A turn of its own for each message: those that arrived meanwhile are in the inbox before the next one is taken. */
const channel = new MessageChannel()

/** After the last text, before what can run of it is looked for. */
const PAUSE_MILLIS = 120

/** After the first definition: time for all that the page itself needs. */
const ANSWERS_MILLIS = 5_000

/** Before an author asks, and maybe when the connection is gone. Where it fails, the first question tries again. */
let fetchAnswersLater = (): void => {
  fetchAnswersLater = () => {}
  setTimeout(() => void loadAnswers().catch(() => undefined), ANSWERS_MILLIS)
}

const put = turns(new Answers(engine, scope.postMessage.bind(scope)), {
  soon: (turn) => {
    channel.port1.addEventListener("message", turn, { once: true })
    channel.port2.postMessage(null)
  },
  afterPause: (end) => {
    const pause = setTimeout(end, PAUSE_MILLIS)
    return () => clearTimeout(pause)
  },
  load: (error) => {
    if (error instanceof AnswersMissing) return loadAnswers()
    if (isPartMissing(error)) return loadPart(error)
    throw error
  },
  // Only an error that is thrown ends at the page's `error` event, and the page starts another worker.
  fail: (error) =>
    setTimeout(() => {
      throw error
    })
})

channel.port1.start()
scope.addEventListener("message", ({ data }) => {
  if (data.kind === "definition") fetchAnswersLater()
  put(data)
})

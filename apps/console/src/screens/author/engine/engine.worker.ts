/** The worker: takes messages, runs the engine, answers. It has no network and no storage. */
import { isPartMissing, loadPart } from "@formwork/rules/loading"
import { Answers } from "./Answers.ts"
import { Engine } from "./Engine.ts"
import { Inbox } from "./Inbox.ts"
import type { FromWorker, ToWorker } from "./Protocol.ts"

/** What this file uses of a worker's global scope. */
interface Scope {
  readonly postMessage: (message: FromWorker) => void
  readonly addEventListener: (type: "message", listener: (event: MessageEvent<ToWorker>) => void) => void
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library of the page's types has no worker's scope
const scope = globalThis as unknown as Scope
const engine = new Engine(() => performance.now())
const inbox = new Inbox()
/** A turn of its own for each message: those that arrived meanwhile are in the inbox before the next one is taken. */
const turns = new MessageChannel()
let isBusy = false

const answers = new Answers(engine, scope.postMessage.bind(scope))

/** After the last text, before what can run of it is looked for. */
const PAUSE_MILLIS = 120
let pause: ReturnType<typeof setTimeout> | undefined

const reply = (message: ToWorker): void => {
  clearTimeout(pause)
  answers.answer(message)
  if (answers.isWaiting) pause = setTimeout(finish, PAUSE_MILLIS)
}

/** What is in the inbox comes first: it may be a newer text, and otherwise it finishes by itself. */
const finish = (): void => {
  if (!isBusy) answers.finish()
}

/** The first definition with a pattern, with an effect, and in another language loads what it needs. */
const run = async (message: ToWorker): Promise<void> => {
  try {
    reply(message)
  } catch (error) {
    if (!isPartMissing(error)) throw error
    await loadPart(error)
    await run(message)
  }
}

const begin = (): void => {
  if (isBusy) return
  isBusy = true
  turns.port2.postMessage(null)
}

const next = async (): Promise<void> => {
  const message = inbox.take()
  if (message !== undefined) await run(message)
  isBusy = false
  if (message !== undefined) begin()
}

/** Only an error that is thrown ends at the page's `error` event, and the page starts another worker. */
const fail = (error: unknown): void => {
  setTimeout(() => {
    throw error
  })
}

turns.port1.addEventListener("message", () => void next().catch(fail))
turns.port1.start()

scope.addEventListener("message", ({ data }) => {
  inbox.put(data)
  begin()
})

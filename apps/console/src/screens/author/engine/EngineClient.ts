/** The page's side of the worker: sends editions, keeps what the newest gave, answers questions, restarts a worker that died. */
import { replaceEqualDeep } from "@tanstack/react-query"
import type { FillableField } from "@formwork/rules/FillableForm"
import type {
  Asked,
  Checked,
  Evaluated,
  EvaluatedSent,
  FormSent,
  FromWorker,
  PayloadMessage,
  Prepared,
  Questions,
  RanRule,
  ToWorker
} from "./Protocol.ts"
import type { SentTables } from "./SentTable.ts"
import { received } from "./sentAgain.ts"

/** What the client uses of a `Worker`. */
export interface EngineWorker {
  readonly postMessage: (message: ToWorker) => void
  readonly terminate: () => void
  /** Reports each message of the worker, and its death, to the listeners from now on. Called once. */
  readonly listen: (to: { readonly said: (message: FromWorker) => void; readonly died: () => void }) => void
}

/** A form that runs, with all of its fields: those that did not change are the same objects as in the form before. */
export interface PreparedForm extends Omit<FormSent, "fields"> {
  readonly fields: ReadonlyArray<FillableField>
}

const preparedForm = (sent: FormSent, before: PreparedForm | undefined): PreparedForm => ({
  ...sent,
  fields: received(sent.fields, before?.fields ?? [])
})

export interface EngineState {
  /** Of the newest definition; undefined until it is checked. */
  readonly checked: Checked | undefined
  /** The form that runs; what the worker left out of later messages is kept from earlier ones. */
  readonly prepared: (Omit<Prepared, "form"> & { readonly form?: PreparedForm }) | undefined
  readonly evaluated: Evaluated | undefined
  /** The evaluation before, to see what changed. */
  readonly before: Evaluated | undefined
  /** Whether an answer about the newest definition is still to come. */
  readonly isChecking: boolean
  /** True once the worker died three times on the same text and payload. It is started again when one of them changes. */
  readonly isDead: boolean
}

const DEATHS = 3

const empty: EngineState = {
  checked: undefined,
  prepared: undefined,
  evaluated: undefined,
  before: undefined,
  isChecking: false,
  isDead: false
}

/**
 * INVARIANT: the editions in a snapshot never go back, and `checked` is of the newest definition or of an earlier one while
 * `isChecking`. What an answer has in common with the one before are the same objects. For `useSyncExternalStore`.
 */
export class EngineClient {
  readonly #start: () => EngineWorker
  readonly #listeners = new Set<() => void>()
  readonly #waiting = new Map<number, (answer: Questions[keyof Questions]["answer"] | undefined) => void>()
  #worker: EngineWorker | undefined
  #state = empty
  #definition = { edition: 0, text: "" }
  #payload: PayloadMessage | undefined
  #live: string | null = null
  #tables: SentTables = { tables: [] }
  /** The trace that the worker sent last. */
  #trace: ReadonlyArray<RanRule> = []
  #questions = 0
  #deaths = 0

  constructor(start: () => EngineWorker) {
    this.#start = start
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getSnapshot = (): EngineState => this.#state

  /** Checks a definition, and runs what can run of it. The same text again does nothing. */
  define(text: string): void {
    if (this.#definition.edition > 0 && text === this.#definition.text) return
    this.#definition = { edition: this.#definition.edition + 1, text }
    this.#deaths = 0
    this.#set({ isChecking: true, isDead: false })
    this.#send({ kind: "definition", ...this.#definition })
  }

  /** Runs a payload: JSON of an object. The same payload again does nothing. @returns its edition. */
  evaluate(asked: Omit<PayloadMessage, "kind" | "edition">): number {
    const last = this.#payload
    if (last?.data === asked.data && last.today === asked.today && last.draft === asked.draft) return last.edition
    const edition = (last?.edition ?? 0) + 1
    this.#payload = { kind: "payload", edition, ...asked }
    this.#deaths = 0
    if (this.#state.isDead) this.#set({ isDead: false })
    this.#send(this.#payload)
    return edition
  }

  /** Gives the worker the tables of the organisation that definitions name: all that are known. */
  provide(tables: SentTables): void {
    this.#tables = tables
    this.#deaths = 0
    if (this.#state.isDead) this.#set({ isDead: false })
    this.#send({ kind: "tables", ...tables })
  }

  /** Compares every definition with the live version from now on. */
  compareWith(live: string | null): void {
    if (live === this.#live) return
    this.#live = live
    this.#send({ kind: "live", text: live })
  }

  /** @returns undefined where the worker died before it answered. */
  ask<Q extends keyof Questions>(ask: Q, asked: Questions[Q]["asked"]): Promise<Questions[Q]["answer"] | undefined> {
    this.#questions += 1
    const id = this.#questions
    return new Promise((resolve) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the worker answers by the table that both types come from
      this.#waiting.set(id, resolve)
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `asked` is what `Questions` has for `ask`
      this.#send({ kind: "question", id, asked: { ask, ...asked } as Asked })
    })
  }

  /** Ends the worker. The next message would start another one. */
  end(): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#forget()
  }

  #send(message: ToWorker): void {
    if (this.#state.isDead) return this.#forget()
    if (this.#worker === undefined) return this.#restart(message)
    this.#worker.postMessage(message)
  }

  /** A new worker gets the live version, the definition and the payload again, and then the question that is being asked. */
  #restart(message?: ToWorker): void {
    const worker = this.#start()
    this.#worker = worker
    worker.listen({ said: (message) => this.#take(message), died: () => this.#died(worker) })
    if (this.#tables.published !== undefined) worker.postMessage({ kind: "tables", ...this.#tables })
    if (this.#live !== null) worker.postMessage({ kind: "live", text: this.#live })
    if (this.#definition.edition > 0) worker.postMessage({ kind: "definition", ...this.#definition })
    if (this.#payload !== undefined) worker.postMessage(this.#payload)
    if (message?.kind === "question") worker.postMessage(message)
  }

  #died(worker: EngineWorker): void {
    if (worker !== this.#worker) return
    worker.terminate()
    this.#worker = undefined
    this.#forget()
    this.#deaths += 1
    if (this.#deaths < DEATHS) return this.#restart()
    this.#set({ isDead: true, isChecking: false })
  }

  /** Ends questions that no worker will answer. */
  #forget(): void {
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const resolve of waiting) resolve(undefined)
  }

  #take(message: FromWorker): void {
    switch (message.kind) {
      case "checked":
        if (message.edition === this.#definition.edition)
          this.#set({ checked: replaceEqualDeep(this.#state.checked, message), isChecking: false })
        break
      case "prepared": {
        const { evaluated, ...prepared } = message
        this.#set({ ...this.#prepared(prepared), ...this.#evaluated(evaluated) })
        break
      }
      case "evaluated":
        this.#set(this.#evaluated(message))
        break
      case "answer":
        this.#waiting.get(message.id)?.(message.answer)
        this.#waiting.delete(message.id)
        break
    }
  }

  /** A worker that was started again and has nothing that runs takes no form away: the one before goes on. */
  #prepared({ form: sent, ...message }: Prepared): Pick<EngineState, "prepared"> {
    const { prepared: before } = this.#state
    if (before !== undefined && message.runs < before.runs)
      return { prepared: { ...before, edition: message.edition, leftOut: message.leftOut } }
    const form = sent === undefined ? before?.form : preparedForm(sent, before?.form)
    const leftOut = replaceEqualDeep(before?.leftOut, message.leftOut)
    return { prepared: { ...message, leftOut, ...(form === undefined ? {} : { form }) } }
  }

  /** Nothing new where it is of an older payload than the newest. */
  #evaluated(message: EvaluatedSent | undefined): Partial<EngineState> {
    if (message === undefined) return {}
    const { evaluated: before } = this.#state
    this.#trace = received(message.trace, this.#trace)
    if (message.edition !== this.#payload?.edition || message.runs < (before?.runs ?? 0)) return {}
    const evaluated = {
      ...message,
      result: replaceEqualDeep(before?.result, message.result),
      missing: replaceEqualDeep(before?.missing, message.missing),
      trace: this.#trace,
      effects: replaceEqualDeep(before?.effects, message.effects)
    }
    return { evaluated, before }
  }

  #set(part: Partial<EngineState>): void {
    this.#state = { ...this.#state, ...part }
    for (const listener of this.#listeners) listener()
  }
}

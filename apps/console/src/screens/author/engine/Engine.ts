/**
 * The engine behind the workspace: the newest definition, the form that runs, and the newest payload. Pure but for its clock. `define` and
 * `live` throw where `isPartMissing`, before they change anything.
 */
import { compare } from "@formwork/rules/compare"
import type { OpenForm } from "@formwork/rules/openForm"
import { readJson } from "@formwork/rules/readJson"
import { answerTo } from "./answerTo.ts"
import { evaluated } from "./evaluated.ts"
import { FormSender } from "./FormSender.ts"
import { openKnown, takeTables } from "./knownTables.ts"
import { LiveForm } from "./LiveForm.ts"
import { namesIn } from "./namesIn.ts"
import type {
  Asked,
  Checked,
  Evaluated,
  EvaluatedSent,
  LiveMessage,
  PayloadMessage,
  Prepared,
  Questions,
  RanRule,
  TablesMessage
} from "./Protocol.ts"
import { prune } from "./prune.ts"
import { RunningForm } from "./RunningForm.ts"
import { SentAgain } from "./sentAgain.ts"
import { stepsOf } from "./stepsOf.ts"

/** How long pruning may take, if one check of what is left is not enough. After that the last form that ran stays in use. */
const PRUNING_MILLIS = 100

export class Engine {
  readonly #now: () => number
  #edition = 0
  /** Undefined while the text is not JSON. */
  #opened: OpenForm | undefined
  #running: RunningForm | undefined
  readonly #sender = new FormSender()
  readonly #traces = new SentAgain<RanRule>()
  #payload: PayloadMessage | undefined
  #live: LiveForm | undefined
  #liveText: string | null = null

  /** @param now a clock in milliseconds, for the end of pruning. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Takes the version to compare with. */
  live({ text }: LiveMessage): void {
    this.#liveText = text
    this.#live = text === null ? undefined : LiveForm.of(text)
  }

  /** Takes the tables of the organisation, and checks again what it has. */
  tables(sent: TablesMessage): Checked | undefined {
    takeTables(sent)
    if (this.#liveText !== null) this.#live = LiveForm.of(this.#liveText)
    this.#opened &&= openKnown(this.#opened.definition)
    return this.checked()
  }

  /** Reads and checks a definition. What runs stays until `prepare`. */
  define(edition: number, text: string): Checked {
    const read = readJson(text, { subject: "The definition" })
    this.#opened = read._tag === "Success" ? openKnown(read.success) : undefined
    this.#edition = edition
    const unread = read._tag === "Failure" ? read.failure : ""
    return this.checked() ?? { kind: "checked", edition, unread, faults: [], names: [], steps: stepsOf([]) }
  }

  /** What is known about the newest definition; undefined while its text is not JSON. */
  checked(): Checked | undefined {
    const opened = this.#opened
    const edition = this.#edition
    if (opened === undefined) return undefined
    const { checked, costs, definition } = opened
    return {
      kind: "checked",
      edition,
      faults: checked._tag === "Failure" ? checked.failure : [],
      names: namesIn(definition),
      steps: stepsOf(costs),
      ...(checked._tag === "Success" && this.#live !== undefined
        ? { comparison: compare(this.#live.checked, checked.success) }
        : {})
    }
  }

  /** Prepares the part of the newest definition that can run. If no part can run, or pruning takes too long, the form that ran before stays in use. */
  prepare(): Prepared {
    this.#running = this.#runnable() ?? this.#running
    const running = this.#running
    const form = running && this.#sender.next(running, this.#payload)
    return {
      kind: "prepared",
      edition: this.#edition,
      runs: running?.edition ?? 0,
      ...(form === undefined ? {} : { form }),
      leftOut: running?.leftOut ?? []
    }
  }

  /** Takes a payload; undefined while no form runs, and for a payload that is not an object. */
  evaluate(payload: PayloadMessage): Evaluated | undefined {
    this.#payload = payload
    return this.reevaluate()
  }

  /** Runs the newest payload again, on the form that runs now. */
  reevaluate(): Evaluated | undefined {
    if (this.#running === undefined || this.#payload === undefined) return undefined
    return evaluated(this.#running, this.#payload)
  }

  /** As the page gets it: each evaluation once, in their order. */
  sent(evaluation: Evaluated | undefined): EvaluatedSent | undefined {
    return evaluation && { ...evaluation, trace: this.#traces.next(evaluation.trace) }
  }

  /** Throws `AnswersMissing` at the first question of an author. */
  answer(asked: Asked): Questions[keyof Questions]["answer"] {
    return answerTo(asked, { opened: this.#opened, running: this.#running, payload: this.#payload, live: this.#live })
  }

  #runnable(): RunningForm | undefined {
    const opened = this.#opened
    if (opened === undefined) return undefined
    const end = this.#now() + PRUNING_MILLIS
    const { checked, definition } = opened
    if (checked._tag === "Success") return RunningForm.whole(this.#edition, opened, checked.success)
    const pruned = prune(definition, checked.failure, () => this.#now() >= end)
    return pruned === undefined ? undefined : RunningForm.pruned(this.#edition, pruned)
  }
}

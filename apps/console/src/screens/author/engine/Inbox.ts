/** Messages that wait for the engine. A newer message replaces a waiting one of the same kind. */
import type {
  DefinitionMessage,
  LiveMessage,
  PayloadMessage,
  QuestionMessage,
  TablesMessage,
  ToWorker
} from "./Protocol.ts"

export class Inbox {
  #tables: TablesMessage | undefined
  #live: LiveMessage | undefined
  #definition: DefinitionMessage | undefined
  #payload: PayloadMessage | undefined
  #questions: Array<QuestionMessage> = []

  put(message: ToWorker): void {
    switch (message.kind) {
      case "tables":
        this.#tables = message
        break
      case "live":
        this.#live = message
        break
      case "definition":
        if (message.edition > (this.#definition?.edition ?? 0)) this.#definition = message
        break
      case "payload":
        if (message.edition > (this.#payload?.edition ?? 0)) this.#payload = message
        break
      case "question":
        this.#questions.push(message)
        break
    }
  }

  /** The next message: definitions and payloads before the questions about them, questions in order. Undefined if no message waits. */
  take(): ToWorker | undefined {
    const tables = this.#tables
    this.#tables = undefined
    if (tables !== undefined) return tables
    const live = this.#live
    this.#live = undefined
    if (live !== undefined) return live
    const definition = this.#definition
    this.#definition = undefined
    if (definition !== undefined) return definition
    const payload = this.#payload
    this.#payload = undefined
    return payload ?? this.#questions.shift()
  }
}

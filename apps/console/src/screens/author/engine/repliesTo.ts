/** What the engine says to each message. */
import type { Engine } from "./Engine.ts"
import type { FromWorker, ToWorker } from "./Protocol.ts"

const some = <A>(reply: A | undefined): ReadonlyArray<A> => (reply === undefined ? [] : [reply])

/** One by one: the faults of a definition are said before what can run of it is looked for. */
export function* repliesTo(engine: Engine, message: ToWorker): Generator<FromWorker, void, undefined> {
  switch (message.kind) {
    case "live":
      engine.live(message)
      return yield* some(engine.checked())
    case "definition":
      yield engine.define(message.edition, message.text)
      return yield { ...engine.prepare(), evaluated: engine.sent(engine.reevaluate()) }
    case "tables": {
      const checked = engine.tables(message)
      if (checked === undefined) return
      yield checked
      return yield { ...engine.prepare(), evaluated: engine.sent(engine.reevaluate()) }
    }
    case "payload":
      return yield* some(engine.sent(engine.evaluate(message)))
    case "question":
      return yield { kind: "answer", id: message.id, answer: engine.answer(message.asked) }
  }
}

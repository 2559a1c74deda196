/** A thread that ends, waits for ever or answers, as the definition of its job says. */
import { type Message, read } from "../../src/Message.ts"

const run = (message: Message): ReadonlyArray<never> => {
  const job = read(message)
  const what = "definition" in job ? job.definition : undefined
  if (what === "ends") process.exit(1)
  if (what === "waits") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  return []
}

export default run

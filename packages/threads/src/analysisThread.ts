/** A thread that analyses definitions. AnalysisThreads.ts starts it and talks to it. */
import { type Answer, analyse } from "@formwork/domain/forms/Analysis"
import { type Message, read } from "./Message.ts"

/** The thread's own time, which other threads and processes do not lengthen. */
const cpuMillis = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1_000
}

/** Does a job. Nothing else runs on this thread, so the work need not pause. */
const run = (message: Message): Answer => {
  const work = analyse(read(message), cpuMillis)
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

export default run

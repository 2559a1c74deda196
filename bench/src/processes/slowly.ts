/**
 * Processes that work a fifth of the time each, one after the other, as on cores that are so much slower: Postgres and the client,
 * which work all the time, then have what they need of a machine whose cores they share.
 */

const turnMillis = 5
const turns = 5

/** For people. */
export const share = "a fifth"

const send = (pid: number, signal: "SIGSTOP" | "SIGCONT"): void => {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended.
  }
}

/** @returns lets them work again as they like. */
export const run = (pids: ReadonlyArray<number>): (() => void) => {
  const started = performance.now()
  let running: number | undefined
  const turn = () => {
    const next = pids[Math.floor((performance.now() - started) / turnMillis) % turns]
    if (next === running) return
    if (running !== undefined) send(running, "SIGSTOP")
    if (next !== undefined) send(next, "SIGCONT")
    running = next
  }
  for (const pid of pids) send(pid, "SIGSTOP")
  const timer = setInterval(turn, 1)
  const stop = () => {
    clearInterval(timer)
    for (const pid of pids) send(pid, "SIGCONT")
    process.off("SIGINT", interrupted)
  }
  // A process that is stopped would outlive this one.
  const interrupted = () => {
    stop()
    process.exit(130)
  }
  process.once("SIGINT", interrupted)
  return stop
}

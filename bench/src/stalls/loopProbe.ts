/**
 * Loaded into the server before its own code (`node --import`): how long its event loop was held. A timer that is due every
 * millisecond runs once a turn of the loop, so the CPU time of the thread between two of its runs is at most that of the longest turn
 * and of a millisecond's short ones. CPU time, because other processes lengthen the time on the clock.
 */
import { monitorEventLoopDelay } from "node:perf_hooks"

const cpuMillis = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1_000
}

const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()
let last = cpuMillis()
let longest = 0

setInterval(() => {
  const now = cpuMillis()
  longest = Math.max(longest, now - last)
  last = now
}, 1).unref()

/** Each message asks for the longest stall since the one before. */
process.on("message", () => {
  process.send?.({ cpu: longest, wall: delay.max / 1e6 })
  delay.reset()
  longest = 0
})
process.channel?.unref()

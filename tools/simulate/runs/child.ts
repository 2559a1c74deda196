/** One process of a run: simulates each seed that the run sends it, and answers what happened. */
import { options } from "../Options.ts"
import { worldOf } from "./inTurn.ts"

const given = options(process.argv.slice(2))

process.on("message", (seed: unknown) => {
  if (given === undefined || typeof seed !== "number") throw new TypeError("a run sends seeds to its processes")
  const { system, user } = process.cpuUsage()
  process.send?.({ ...worldOf(given, seed), coreMicros: system + user })
})

// A terminal sends Ctrl-C to this process too: the run decides when it ends, and its end closes the channel.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined)
process.once("disconnect", () => process.exit())

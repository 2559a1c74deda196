/** Processes of the `formwork` command, each started again after it was killed. */
import { Effect } from "effect"
import { setTimeout as sleep } from "node:timers/promises"
import type { Running } from "../../../apps/server/test/support/formwork.ts"
import { start } from "../../../apps/server/test/support/formwork.ts"

type Environment = Readonly<Record<string, string>>

export interface Member {
  readonly name: string
  /** The address at which it listens, while it does. */
  readonly address: () => string | undefined
  /** Its output so far, over all restarts. */
  readonly log: () => string
  /** kill -9 at any moment; resolves when another process has taken its place. */
  readonly kill: () => Promise<void>
  /** Sets its clock an hour ahead, then an hour behind, then right, in turn. False while no process runs. */
  readonly setClock: () => boolean
}

/** Makes the clock of a process one that can be set. */
const settable = `--import ${new URL("./skewedClock.ts", import.meta.url).href}`

/** Matches the output of a process that is ready; the group is its address, if it has one. */
const ready = { serve: /listening on (http:\S+)[^]*Ctrl-C/, worker: /sends effects()/ } as const

/** A process that fails to start while the database recovers is started again, as a supervisor does. */
const startings = 30

const stop = async ({ child, ended }: Running): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill("SIGINT")
  await Promise.race([ended, sleep(30_000).then(() => child.kill("SIGKILL"))])
  await ended
}

/** @param strange is called for a process that ended without being killed. */
export const make = Effect.fnUntraced(function* (
  name: string,
  command: keyof typeof ready,
  env: Environment,
  strange: (says: string) => void
) {
  const lives: Array<Running> = []
  let running: Running | undefined
  let address: string | undefined
  let wanted = true
  let isReady = false
  const launch = async (): Promise<void> => {
    for (let tries = 0; ; tries++) {
      const started = start([command], { ...env, NODE_OPTIONS: settable })
      running = started
      lives.push(started)
      try {
        address = (await started.says(ready[command]))[1]
        isReady = true
        void started.ended.then(({ code, stderr }) => {
          if (wanted && running === started)
            strange(`${name} ended without being killed, with ${code}: ${stderr.slice(-500)}`)
        })
        return
      } catch (cause) {
        if (!wanted || tries === startings) throw cause
        await sleep(200)
      }
    }
  }
  yield* Effect.acquireRelease(Effect.promise(launch), () =>
    Effect.promise(async () => {
      wanted = false
      address = undefined
      if (running !== undefined) await stop(running)
    })
  )
  const kill = async () => {
    const killed = running
    running = undefined
    address = undefined
    isReady = false
    killed?.child.kill("SIGKILL")
    await killed?.ended
    await launch()
  }
  const setClock = () => isReady && running?.child.kill("SIGUSR2") === true
  const log = () => lives.map(({ output }) => output()).join("")
  return { name, address: () => address, log, kill, setClock } satisfies Member
})

/** Simulates the worlds of a run in several processes. Gives them in the order of their seeds, as one process does. */
import { fork } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { argumentsOf } from "../Options.ts"
import type { Options } from "../Options.ts"
import type { Told } from "./Told.ts"

const program = fileURLToPath(new URL("child.ts", import.meta.url))

/** Seeds that a process has at once, so that it need not wait for its next one. */
const ahead = 2

interface Answer extends Told {
  /** What the process has used of its core since it began. */
  readonly coreMicros: number
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what runs/child.ts sends
const answerOf = (message: unknown): Answer => message as Answer

const started = (given: Options): ChildProcess =>
  fork(program, argumentsOf(given), {
    // Each core has a world to simulate: threads that collect garbage beside it would only take turns with the others.
    execArgv: ["--single-threaded-gc"],
    stdio: ["ignore", "inherit", "inherit", "ipc"]
  })

export interface Processes {
  readonly worlds: AsyncGenerator<Told>
  /** What all processes have used of their cores so far. */
  readonly coreMicros: () => number
}

/** @param isStopped asked before each world: true ends the run when the worlds that have begun are done. */
export const inProcesses = (given: Options, count: number, isStopped: () => boolean): Processes => {
  const { seed: first, seeds } = given
  const used = new Map<ChildProcess, number>()
  const told = new Map<number, Told>()
  let next = first
  /** The seed that is given out next. */
  let upcoming = first
  let failure: Error | undefined
  let wake: () => void = () => undefined

  const give = (child: ChildProcess): void => {
    if (upcoming < first + seeds && !isStopped()) child.send(upcoming++)
  }
  const fail = (what: string): void => {
    failure ??= new Error(`A process of the run ${what} between seed ${next} and ${upcoming - 1}.`)
    wake()
  }
  const begin = (): ChildProcess => {
    const child = started(given)
    child.on("message", (message) => {
      const { coreMicros, ...world } = answerOf(message)
      used.set(child, coreMicros)
      told.set(world.seed, world)
      give(child)
      wake()
    })
    child.once("exit", (code, signal) => fail(`ended by itself (${signal ?? code})`))
    child.on("error", ({ message }) => fail(`cannot be reached (${message})`))
    for (let place = 0; place < ahead; place++) give(child)
    return child
  }

  async function* worlds(): AsyncGenerator<Told> {
    const children = Array.from({ length: count }, begin)
    try {
      while (next < upcoming) {
        const world = told.get(next)
        if (world !== undefined) {
          told.delete(next++)
          yield world
        } else if (failure === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        } else throw failure
      }
    } finally {
      await Promise.all(children.map(ended))
    }
  }
  return { worlds: worlds(), coreMicros: () => [...used.values()].reduce((sum, micros) => sum + micros, 0) }
}

/** A process ends when its channel is closed. */
const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, "exit")
  if (child.connected) child.disconnect()
  await exit
}

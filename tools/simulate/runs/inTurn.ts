/** The worlds of a run in this process, one after the other. */
import { setImmediate } from "node:timers/promises"
import type { Options } from "../Options.ts"
import { planOf } from "../Plan.ts"
import { simulate } from "../simulate.ts"
import { toldOf } from "./Told.ts"
import type { Told } from "./Told.ts"

type Given = Pick<Options, "bug" | "changed" | "length">

/** The plan that a seed has in a run. */
export const planIn = ({ changed, length }: Pick<Given, "changed" | "length">, seed: number) =>
  changed(planOf(seed, length))

export const worldOf = (given: Given, seed: number): Told => toldOf(seed, simulate(planIn(given, seed), given.bug))

/** @param isStopped asked between two worlds: true ends the run before the next one. */
export async function* inTurn(
  given: Given & Pick<Options, "seed" | "seeds">,
  isStopped: () => boolean
): AsyncGenerator<Told> {
  for (let done = 0; done < given.seeds && !isStopped(); done++) {
    yield worldOf(given, given.seed + done)
    // A world is one synchronous piece of work: only between two of them do signals arrive, and weak references end.
    await setImmediate()
  }
}

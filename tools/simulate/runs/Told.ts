/** What a run keeps of each world: all but the lines of its history. To get those, the run simulates the seed again. */
import type { Outcome } from "../simulate.ts"

export interface Told extends Pick<Outcome, "simulatedMillis" | "steps" | "violation"> {
  readonly seed: number
}

export const toldOf = (seed: number, { simulatedMillis, steps, violation }: Outcome): Told => ({
  seed,
  simulatedMillis,
  steps,
  violation
})

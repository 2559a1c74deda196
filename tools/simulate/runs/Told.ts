/** What a run is told of each world: all but its lines, which the world gives again when it is simulated again. */
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

/** What a form costs at worst. */
import { defaultLimits } from "@formwork/rules/Limits"
import type { RuleCost, Steps } from "./Protocol.ts"

const HEAVIEST = 3

/** @param costs of all rules; those of the heaviest count to the form's total like the others. */
export const stepsOf = (costs: ReadonlyArray<RuleCost>): Steps => ({
  total: costs.reduce((sum, { steps }) => sum + steps, 0),
  most: defaultLimits.steps,
  heaviest: costs.toSorted((a, b) => b.steps - a.steps).slice(0, HEAVIEST)
})

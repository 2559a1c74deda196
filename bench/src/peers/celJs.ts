import { Environment } from "@marcbachmann/cel-js"
import { drive } from "./byHand.ts"
import { CEL_NOTES, celRules } from "./cel.ts"
import { daysBetween, roundToPence, yearsBetween } from "./functions.ts"
import type { Peer } from "./Peer.ts"

export const celJs: Peer = {
  name: "@marcbachmann/cel-js",
  notes: CEL_NOTES,
  prepare: () => {
    const environment = new Environment({ unlistedVariablesAreDyn: true })
      .registerFunction("roundToPence(double): double", roundToPence)
      .registerFunction("yearsBetween(string, string): double", yearsBetween)
      .registerFunction("daysBetween(string, string): double", daysBetween)
      .registerFunction("sum(list): double", (values: ReadonlyArray<number>) => values.reduce((a, b) => a + b, 0))
    return drive(celRules, (source) => {
      const parsed = environment.parse(source)
      return (names) => parsed(names)
    })
  }
}

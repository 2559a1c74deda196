import {
  celEnv,
  celFunc,
  type CelInput,
  type CelList,
  CelScalar,
  isCelError,
  listType,
  parse,
  plan
} from "@bufbuild/cel"
import { drive, type Names } from "./byHand.ts"
import { CEL_NOTES, celRules } from "./cel.ts"
import { daysBetween, roundToPence, yearsBetween } from "./functions.ts"
import type { Peer } from "./Peer.ts"

const { DOUBLE, STRING } = CelScalar

const add = (values: CelList): number => {
  let total = 0
  for (const value of values) total += Number(value)
  return total
}

export const bufbuildCel: Peer = {
  name: "@bufbuild/cel",
  notes: `${CEL_NOTES}; rows as Maps`,
  prepare: () => {
    const environment = celEnv({
      funcs: [
        celFunc("roundToPence", [DOUBLE], DOUBLE, roundToPence),
        celFunc("yearsBetween", [STRING, STRING], DOUBLE, yearsBetween),
        celFunc("daysBetween", [STRING, STRING], DOUBLE, daysBetween),
        celFunc("sum", [listType(DOUBLE)], DOUBLE, add)
      ]
    })
    return drive(
      celRules,
      (source) => {
        const evaluate = plan(environment, parse(source))
        return (names) => {
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- JSON values and Maps of them are CEL inputs
          const value = evaluate(names as Record<string, CelInput>)
          if (isCelError(value)) throw value
          return value
        }
      },
      (rows) => rows.map((row: Names) => new Map(Object.entries(row)))
    )
  }
}

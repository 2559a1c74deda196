/** The catalogue of functions. */
import type { Entries, FunctionEntry } from "./functions/FunctionEntry.ts"
import { dateFunctions } from "./functions/dates.ts"
import { listFunctions } from "./functions/lists.ts"
import { patternFunctions } from "./functions/patterns.ts"
import { pickFunctions } from "./functions/picks.ts"
import { moneyFunctions } from "./functions/money.ts"
import { numberFunctions } from "./functions/numbers.ts"
import { roundingFunctions } from "./functions/rounding.ts"
import { tableFunctions } from "./functions/tables.ts"
import { timeFunctions } from "./functions/times.ts"
import { textPartFunctions } from "./functions/textParts.ts"
import { textFunctions } from "./functions/texts.ts"

const entries: Entries = [
  ...roundingFunctions,
  ...numberFunctions,
  ...moneyFunctions,
  ...textFunctions,
  ...patternFunctions,
  ...textPartFunctions,
  ...dateFunctions,
  ...timeFunctions,
  ...listFunctions,
  ...pickFunctions,
  ...tableFunctions
]

export const functions: ReadonlyMap<string, FunctionEntry> = new Map(
  entries.map(([signature, infer, fewest, most]) => {
    const named = signature.split(",").length
    return [signature.slice(0, signature.indexOf("(")), { signature, takes: [fewest ?? named, most ?? named], infer }]
  })
)

/** The reasons, in the order in which they are tried. Each rule names the syntax, the type or the result that it looks at. */
import { reasonsOfKinds } from "./reasonsOfKinds.ts"
import { reasonsOfValues } from "./reasonsOfValues.ts"
import type { Facts, Reason } from "./Reason.ts"

export const reasons: ReadonlyArray<Reason> = [...reasonsOfKinds, ...reasonsOfValues]

export const reasonFor = (facts: Facts): Reason | undefined => reasons.find(({ explains }) => explains(facts))

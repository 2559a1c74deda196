/** Where a run in the browser gives something else than what is stored. */
import type { Submission } from "@formwork/client/contract"
import type { StoredEvaluated } from "../../../author/engine/Protocol.ts"
import { besideResults } from "../../../author/tryOut/beside/beside.ts"
import { jsonObject } from "../../../../api/jsonObject.ts"

type StoredPart = Pick<Submission, "calculatedData" | "hiddenFields" | "outcomes">

/** Empty where both give the same. Validity and problems are not stored. */
export const differences = (stored: StoredPart, { result }: Pick<StoredEvaluated, "result">) => {
  const { hiddenFields, outcomes } = stored
  const kept = { ...result, hiddenFields, outcomes, calculatedData: jsonObject(stored.calculatedData) }
  return besideResults(kept, result)
    .filter(({ differs }) => differs)
    .map(({ draft, key, live }) => ({ key, stored: draft, now: live }))
}

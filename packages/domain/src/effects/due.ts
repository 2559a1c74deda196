/** Which effects of a form an event makes due (contract.md §6). The one place where a firing is made. */
import { Effect } from "effect"
import { SecureRandom } from "effect/crypto"
import type { Evaluation } from "@formwork/rules/Evaluation"
import type { LiveForm } from "../forms/LiveForms.ts"
import { FiringId } from "./Firing.ts"
import type { Firing } from "./Firing.ts"

/**
 * One firing, with an id of its own, for each effect of `event` whose `when` held in `evaluation`; in definition order.
 * @param event `filed`, `draft_saved` or `state:<name>`.
 */
export const due = (
  { compiled: { definition } }: LiveForm,
  evaluation: Evaluation,
  event: string
): Effect.Effect<ReadonlyArray<Firing>, never, SecureRandom.SecureRandom> =>
  Effect.forEach(
    definition.effects.filter(({ id, on }) => on === event && evaluation.effects.includes(id)),
    ({ id, kind, on }) =>
      Effect.map(
        SecureRandom.SecureRandom.use((random) => random.uuidV7()),
        (uuid): Firing => ({ id: FiringId.make(uuid), effectId: id, kind, on })
      )
  )

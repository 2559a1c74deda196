/** Reads what an author writes: as a draft, or for its faults alone. */
import { Effect } from "effect"
import type { Json } from "@formwork/rules/Json"
import type { Caller } from "../callers/Caller.ts"
import { DefinitionInvalid } from "../callers/Refusal.ts"
import type { PublishedDefinitions } from "../tables/NamedTables.ts"
import type { Analyses } from "./Analyses.ts"
import type { AddOutboundFaults } from "./outboundFaults.ts"

/**
 * Both take the code of the form that the definition is for, undefined for one that is not made yet, and what of that form was published
 * (`NamedTables`).
 */
export const draftReader = (analyses: Analyses["Service"], addOutbound: AddOutboundFaults) => ({
  /** The members of a draft and its faults. Refuses `DefinitionInvalid` for what cannot be stored as a draft. */
  read: Effect.fnUntraced(function* (
    caller: Caller,
    definition: Json,
    code: string | undefined,
    published?: PublishedDefinitions
  ) {
    const answer = yield* analyses.run(caller, "draft", { definition, code }, published)
    if (!("draft" in answer)) return yield* new DefinitionInvalid(answer)
    return { ...answer.draft, faults: yield* addOutbound(caller, definition, answer.draft.faults) }
  }),
  /** Every fault, also of what cannot be stored. */
  faultsOf: Effect.fnUntraced(function* (
    caller: Caller,
    definition: Json,
    code: string | undefined,
    published?: PublishedDefinitions
  ) {
    const answer = yield* analyses.run(caller, "draft", { definition, code }, published)
    return yield* addOutbound(caller, definition, "draft" in answer ? answer.draft.faults : answer.faults)
  })
})

/** What is live of a form. */
import { Effect, Option } from "effect"
import type { Json } from "@formwork/rules/Json"
import type { Caller } from "../callers/Caller.ts"
import type { FormId } from "./Form.ts"
import type { FormStore } from "./FormStore.ts"

/** The definition that is live, alone; nothing where none is. @param id of a form; undefined for one that is not made yet. */
export const liveDefinition = (
  store: FormStore["Service"],
  caller: Caller,
  id: FormId | undefined
): Effect.Effect<ReadonlyArray<Json>> =>
  id === undefined
    ? Effect.succeed([])
    : Effect.map(
        store.findLive(caller, id),
        Option.match({ onNone: () => [], onSome: ({ definition }) => [definition] })
      )

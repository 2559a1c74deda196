/** What puts a definition into use, and takes it out. */
import { Effect } from "effect"
import type { Json } from "@formwork/rules/Json"
import * as Caller from "../callers/Caller.ts"
import { DefinitionInvalid } from "../callers/Refusal.ts"
import { decode } from "../request/Decoded.ts"
import type { Decoded } from "../request/Decoded.ts"
import { concealedFaults } from "./concealing.ts"
import type { Tools } from "./ensureForm.ts"
import { FormVersionId } from "./Form.ts"
import type { FormId, PublicationRequest } from "./Form.ts"
import { current, inUse } from "./preconditions.ts"
import { liveDefinition } from "./liveDefinition.ts"
import type { PublishedDefinitions } from "../tables/NamedTables.ts"
import { requireExamples } from "./runExamples.ts"

/** `publish`, `republish`, `archive` and `unarchive`, as `Forms` says. */
export const publishing = ({ addOutbound, analyses, named, random, store }: Tools) => {
  const checked = Effect.fnUntraced(function* (
    caller: Caller.Caller,
    definition: Json,
    published: PublishedDefinitions
  ) {
    const own = yield* analyses.run(caller, "faults", { definition }, published)
    const faults = yield* addOutbound(caller, definition, own)
    if (faults.length > 0) return yield* new DefinitionInvalid({ faults: concealedFaults(caller, faults) })
  })
  const passed = requireExamples(store, analyses)
  return {
    publish: Effect.fn("Forms.publish")(function* (
      caller: Caller.Caller,
      id: FormId,
      basis?: Decoded<number>,
      given: Decoded<PublicationRequest> = {}
    ) {
      yield* Caller.require(caller, "form:publish")
      const form = yield* store.get(caller, id)
      const revision = yield* decode(basis)
      const { despiteExamples, note } = yield* decode(given)
      yield* inUse(form)
      yield* current(form, revision)
      // From here on the tables that the draft names are the versions that they are now.
      const live = liveDefinition(store, caller, id)
      const definition = yield* named.pin(caller, form.draft, live)
      yield* checked(caller, definition, live)
      const despite = yield* passed(caller, id, definition, despiteExamples)
      const versionId = FormVersionId.make(yield* random.uuidV7())
      return yield* store.publish(caller, id, versionId, definition, { draftRevision: revision, note, despite })
    }),
    republish: Effect.fn("Forms.republish")(function* (
      caller: Caller.Caller,
      id: FormId,
      older: FormVersionId,
      given: Decoded<PublicationRequest> = {}
    ) {
      yield* Caller.require(caller, "form:publish")
      const { definition } = yield* store.version(caller, id, older)
      const { despiteExamples, note } = yield* decode(given)
      yield* Effect.flatMap(Effect.catchTag(store.record(caller, id), "FormNotFound", Effect.die), inUse)
      const itself = Effect.succeed([definition])
      yield* checked(caller, definition, itself)
      const despite = yield* Effect.catchTag(
        passed(caller, id, definition, despiteExamples, itself),
        "FormNotFound",
        Effect.die
      )
      const versionId = FormVersionId.make(yield* random.uuidV7())
      const published = store.publish(caller, id, versionId, definition, { repeats: older, note, despite })
      return yield* Effect.catchTag(published, ["FormNotFound", "DraftStale"], Effect.die)
    }),
    archive: Effect.fn("Forms.archive")(function* (caller: Caller.Caller, id: FormId) {
      yield* Caller.require(caller, "form:publish")
      return yield* store.archive(caller, id, true)
    }),
    unarchive: Effect.fn("Forms.unarchive")(function* (caller: Caller.Caller, id: FormId) {
      yield* Caller.require(caller, "form:publish")
      return yield* store.archive(caller, id, false)
    })
  }
}

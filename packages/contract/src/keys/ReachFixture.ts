/** What the laws of a key's reach start from. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Caller } from "@formwork/domain/callers/Caller"
import { Privilege } from "@formwork/domain/callers/Privilege"
import { SubmissionStore } from "@formwork/domain/filing/SubmissionStore"
import type { FormVersion } from "@formwork/domain/forms/Form"
import * as Fixture from "../Fixture.ts"

const all: ReadonlyArray<Privilege> = Privilege.literals

/** Begins with R, and is no other form's. */
const referenceOf = ({ formId }: FormVersion) => ({ prefix: `R-${formId}-`, suffix: "", sequenceWidth: 4 })

/** Files one submission with one effect. */
export const file = Effect.fnUntraced(function* (caller: Caller, version: FormVersion) {
  const filed = yield* SubmissionStore.use((store) =>
    Effect.flatMap(Fixture.filing(version, { reference: referenceOf(version) }), (filing) => store.file(caller, filing))
  )
  return filed._tag === "Filed" ? filed.submission : assert.fail(filed._tag)
})

/** A live form in a folder below `folder`, one beside it, each with a submission; and what a key for `folder` is admitted as. */
export const setting = Effect.gen(function* () {
  const owner = yield* Fixture.owner
  const folder = yield* Fixture.newFolder(owner)
  const below = yield* Fixture.newFolder(owner, folder.id)
  const beside = yield* Fixture.newFolder(owner)
  const inside = yield* Fixture.newForm(owner, "IN", { folderId: below.id })
  const outside = yield* Fixture.newForm(owner, "OUT", { folderId: beside.id })
  const insideVersion = yield* Fixture.publish(owner, inside)
  const outsideVersion = yield* Fixture.publish(owner, outside)
  const mine = yield* file(owner, insideVersion)
  const other = yield* file(owner, outsideVersion)
  const machine = yield* Fixture.machine(owner, all, { folders: [folder.id] })
  return { owner, folder, below, beside, inside, outside, insideVersion, outsideVersion, mine, other, ...machine }
})

/** The marker of a reference number in a rendered content: found wherever a string has it, and replaced there. */
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { referenceMarker } from "@formwork/rules/Content"
import { fill, isIn } from "@formwork/domain/filing/ReferenceMarker"
import { SubmissionId } from "@formwork/domain/filing/Submission"

const id = SubmissionId.make("01890a5d-ac96-774b-bcce-b302099a8057")
const other = SubmissionId.make("01890a5d-ac96-774b-bcce-b302099a8058")

const Content = Schema.Union([Schema.Json, Schema.Struct({ nested: Schema.Array(Schema.Json) })])

it.prop("a content has the marker exactly where its JSON does", [Content, Schema.Boolean], ([content, isMarked]) => {
  const marked = isMarked ? { content, body: [{ text: `No. ${referenceMarker(id)}!` }] } : { content }
  assert.strictEqual(isIn(marked, id), JSON.stringify(marked).includes(referenceMarker(id)))
  assert.isFalse(isIn(marked, other))
})

it("the reference number takes the place of the marker, in every string", () => {
  const marker = referenceMarker(id)
  const content = { url: "https://crm.example", body: [marker, { twice: `${marker} and ${marker}`, n: 1, none: null }] }
  const filled = { url: "https://crm.example", body: ["A-1", { twice: "A-1 and A-1", n: 1, none: null }] }
  assert.isTrue(isIn(content, id))
  assert.deepStrictEqual(fill(content, id, "A-1"), filled)
  assert.isFalse(isIn(filled, id))
})

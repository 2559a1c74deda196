/** v1 is frozen: docs/openapi/v1.json is the promise to clients (spec/service.md §9; docs/decisions/0036). */
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { readFileSync } from "node:fs"
import { document } from "../../../src/v1/v1Document.ts"
import { breaks, type Document } from "./breaks.ts"
import { breaking, harmless } from "./changes.ts"

const frozen: Document = JSON.parse(
  readFileSync(new URL("../../../../../docs/openapi/v1.json", import.meta.url), "utf8")
)
const current: Document = JSON.parse(JSON.stringify(document))

it("no promise to clients of v1 is broken", () => {
  assert.deepStrictEqual(breaks(frozen, current), [])
})

it("docs/openapi/v1.json is the document of today: `npm run openapi` writes it", () => {
  assert.deepStrictEqual(frozen, current)
})

it("every planted break is found, wherever it is", () => {
  for (const [kind, plant] of Object.entries(breaking)) {
    const planted = plant(current)
    assert.isNotEmpty(planted, kind)
    for (const [place, changed] of planted.entries()) {
      assert.isNotEmpty(breaks(current, changed), `${kind}, place ${place}`)
    }
  }
})

it("no harmless change is called a break, wherever it is", () => {
  for (const [kind, plant] of Object.entries(harmless)) {
    const planted = plant(current)
    assert.isNotEmpty(planted, kind)
    for (const changed of planted) assert.deepStrictEqual(breaks(current, changed), [], kind)
  }
})

const Choice = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 }))

const pick = <A>(items: ReadonlyArray<A>, choice: number): A | undefined => items[choice % items.length]

const planted = (kinds: typeof breaking, document: Document, kind: number, place: number): Document =>
  pick(pick(Object.values(kinds), kind)?.(document) ?? [], place) ?? document

it.prop(
  "a break is found among any harmless changes, and harmless changes alone are no break",
  [Schema.Array(Schema.Tuple([Choice, Choice])), Choice, Choice],
  ([changes, kind, place]) => {
    const better = changes.slice(0, 5).reduce((made, [one, where]) => planted(harmless, made, one, where), current)
    assert.deepStrictEqual(breaks(current, better), [])
    const worse = planted(breaking, better, kind, place)
    if (worse !== better) assert.isNotEmpty(breaks(better, worse), pick(Object.keys(breaking), kind))
  },
  { arbitrary: { runs: 60 } }
)

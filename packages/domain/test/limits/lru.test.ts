/** The cache against its model, a slow list. */
import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { Lru } from "@formwork/domain/limits/Lru"

const MOST = 100
const Key = Schema.Literals(["a", "b", "c", "d"])
/** Often two or three fit together, so that it matters which of them was used last. */
const Weight = Schema.Literals([0, 1, 30, 50, 70, 100, 101])
const Uses = Schema.Array(Schema.Struct({ key: Key, weight: Schema.NullOr(Weight) })).check(
  Schema.isMinLength(20),
  Schema.isMaxLength(40)
)

interface Entry {
  readonly key: string
  readonly value: { readonly weight: number }
}

const weightOf = (entries: ReadonlyArray<Entry>): number =>
  entries.reduce((sum, { value: { weight } }) => sum + weight, 0)

it.prop(
  "the cache keeps the most recently used values that fit, in any order of finds and puts, and never exceeds its bound",
  [Uses],
  ([uses]) => {
    const lru = new Lru<string, Entry["value"]>(MOST, ({ weight }) => weight)
    let model: ReadonlyArray<Entry> = []
    for (const { key, weight } of uses) {
      const held = model.find((entry) => entry.key === key)
      const others = model.filter((entry) => entry.key !== key)
      if (weight === null) {
        assert.strictEqual(lru.find(key), held?.value)
        if (held !== undefined) model = [...others, held]
      } else {
        const value = { weight }
        lru.put(key, value)
        model = weight > MOST ? others : [...others, { key, value }]
        while (weightOf(model) > MOST) model = model.slice(1)
      }
      assert.strictEqual(lru.weight, weightOf(model))
      assert.isAtMost(lru.weight, MOST)
    }
    for (const key of Key.literals) assert.strictEqual(lru.find(key), model.find((entry) => entry.key === key)?.value)
  },
  { arbitrary: { runs: 300 } }
)

/** The rows of a large table are written piece by piece. */
import { assert, it } from "@effect/vitest"
import { Effect, Stream } from "effect"
import { rowsFile } from "../../src/platform/tables/rowsFile.ts"

const header = '{"keys":[{"name":"k","type":"integer"}],"values":[{"name":"v","type":"text"}]}'
const textOf = (rows: number, cell: string): string =>
  [header, ...Array.from({ length: rows }, (_, row) => JSON.stringify([row, cell])), ""].join("\n")

/** Counts the turns of the event loop until it is stopped. */
const turns = () => {
  let count = 0
  let next = setImmediate(function again() {
    count += 1
    next = setImmediate(again)
  })
  return { count: () => count, stop: () => clearImmediate(next) }
}

for (const format of ["csv", "ndjson"] as const)
  it.live(`${format}: one piece at a time, none of them large, and a turn of the loop after each`, () =>
    Effect.gen(function* () {
      const text = textOf(20_000, "é\u{1f600}, x")
      const pieces: Array<string> = []
      const loop = turns()
      yield* rowsFile(format, text).pipe(
        Stream.runForEachArray((chunk) =>
          Effect.sync(() => {
            assert.strictEqual(chunk.length, 1)
            pieces.push(...chunk)
          })
        )
      )
      loop.stop()
      assert.isAbove(pieces.length, 15)
      assert.isAtLeast(loop.count(), pieces.length - 1)
      const lines = pieces.join("").split("\n")
      if (format === "ndjson") assert.strictEqual(pieces.join(""), text)
      else {
        assert.strictEqual(lines[0], "k: exact integer,v: text")
        assert.strictEqual(lines[20_000], '19999,"é\u{1f600}, x"')
      }
      assert.strictEqual(lines.length, 20_002)
    })
  )

it.live("rows with long cells are fewer in a piece", () =>
  Effect.gen(function* () {
    const pieces = yield* Stream.runCollect(rowsFile("csv", textOf(400, "x".repeat(1_000))))
    for (const piece of pieces) assert.isBelow(piece.length, 20_000)
    assert.isAbove(pieces.length, 20)
  })
)

it.live("comma-separated values have no empty lines, and the last line may end without a line feed", () =>
  Effect.gen(function* () {
    const text = `\n${header}\n\n\n[1,"a"]\n\n[2,"b"]`
    assert.deepStrictEqual(yield* Stream.runCollect(rowsFile("csv", text)), ["k: exact integer,v: text\n1,a\n2,b\n"])
    assert.deepStrictEqual(yield* Stream.runCollect(rowsFile("ndjson", text)), [text])
  })
)

/** Lines of a text that arrives in pieces: however it is cut, and whenever lines are taken. */
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { vi } from "vitest"
import * as Lines from "../../src/request/Lines.ts"

const limit = 8

/** What an editor would show: every line with its number, but for the empty ones. */
const expected = (text: string): ReadonlyArray<readonly [number, string | undefined]> =>
  text
    .split("\n")
    .map((line, index) => [index + 1, line.length > limit ? undefined : line] as const)
    .filter(([, line]) => line === undefined || line.trim() !== "")

const Text = Schema.Array(Schema.Literals(["a", "bcd", "efghijkl", "\n", " ", "\t", "\r"]))
/** How long the pieces are, and how many lines are taken after each. */
const Course = Schema.Array(Schema.Tuple([Schema.Literals([1, 2, 3, 5, 20]), Schema.Literals([0, 1, 2, 100])]))

/** The sizes of the buffers that it takes to push so many bytes, each by itself. */
const allocated = (lines: Lines.Lines, bytes: number): ReadonlyArray<number> => {
  const allocate = vi.spyOn(Buffer, "allocUnsafe")
  for (let index = 0; index < bytes; index += 1) {
    lines.push(Buffer.from("x"))
    assert.isUndefined(lines.next())
  }
  const sizes = allocate.mock.calls.map(([size]) => size)
  allocate.mockRestore()
  return sizes
}

describe("lines", () => {
  it.prop(
    "no cut, and no order of pushing and taking, changes the lines",
    [Text, Course],
    ([parts, course]) => {
      const text = parts.join("")
      const lines = Lines.make(limit)
      const taken: Array<readonly [number, string | undefined]> = []
      const take = (most: number) => {
        for (let count = 0; count < most; count += 1) {
          const line = lines.next()
          if (line === undefined) return
          taken.push([line.number, line.bytes?.toString()])
        }
      }
      const bytes = Buffer.from(text)
      let at = 0
      for (const [size, most] of [...course, [bytes.length + 1, 100] as const]) {
        lines.push(bytes.subarray(at, at + size))
        at += size
        take(most)
      }
      lines.end()
      take(10_000)
      assert.deepStrictEqual(taken, expected(text))
    },
    { arbitrary: { runs: 2_000 } }
  )

  it("the number of the next line is known, and how much of it has come, up to the limit", () => {
    const lines = Lines.make(limit)
    const seen = () => {
      const line = lines.next()
      return [line?.number, line?.bytes?.toString(), lines.number(), lines.begun()]
    }
    lines.push(Buffer.from("ab\n\ncd"))
    assert.deepStrictEqual([lines.number(), lines.begun()], [1, 0])
    assert.deepStrictEqual(seen(), [1, "ab", 2, 0])
    assert.deepStrictEqual(seen(), [undefined, undefined, 3, 2])
    lines.push(Buffer.from("efghijkl"))
    assert.deepStrictEqual(seen(), [undefined, undefined, 3, limit])
    lines.push(Buffer.from("\nx"))
    assert.deepStrictEqual(seen(), [3, undefined, 4, 0])
    assert.deepStrictEqual(seen(), [undefined, undefined, 4, 1])
    lines.end()
    assert.deepStrictEqual(seen(), [4, "x", 5, 0])
    assert.deepStrictEqual(seen(), [undefined, undefined, 5, 0])
  })

  it("an empty line at the beginning of a piece keeps no line behind it back", () => {
    const lines = Lines.make(limit)
    lines.push(Buffer.from("\nab"))
    lines.end()
    assert.deepStrictEqual([lines.next()?.bytes?.toString(), lines.next()], ["ab", undefined])
  })

  it("a line stays as it was taken while the next ones come, also where it came in pieces", () => {
    const lines = Lines.make(limit)
    const taken = ["ab", "c\nd", "ef\nghi\njk", "l\n"].flatMap((piece) => {
      lines.push(Buffer.from(piece))
      return Array.from({ length: 3 }, () => lines.next()?.bytes ?? [])
    })
    assert.deepStrictEqual(
      taken.flatMap((bytes) => (Buffer.isBuffer(bytes) ? [bytes.toString()] : [])),
      ["abc", "def", "ghi", "jkl"]
    )
  })

  it("a line in many small pieces is copied a few times, not for each of them", () => {
    const lines = Lines.make(1_000_000)
    assert.deepStrictEqual(
      allocated(lines, 2 ** 14),
      Array.from({ length: 15 }, (_, index) => 2 ** index)
    )
    assert.deepStrictEqual(allocated(lines, 1), [2 ** 15])
    lines.end()
    assert.strictEqual(lines.next()?.bytes?.length, 2 ** 14 + 1)
  })

  it("the rest of a line that is too long takes no memory", () => {
    const lines = Lines.make(limit)
    assert.deepStrictEqual(allocated(lines, limit), [1, 2, 4, 8])
    assert.deepStrictEqual(allocated(lines, 100), [])
    lines.push(Buffer.from("\nab\n"))
    assert.deepStrictEqual([lines.next()?.bytes, lines.next()?.bytes?.toString()], [undefined, "ab"])
  })

  it("a line that came in one piece is not copied, whatever came before it", () => {
    const lines = Lines.make(limit)
    lines.push(Buffer.from("a"))
    assert.isUndefined(lines.next())
    const piece = Buffer.from("b\ncd\nef\n")
    lines.push(piece)
    const taken = Array.from({ length: 3 }, () => lines.next()?.bytes)
    assert.deepStrictEqual(taken.map(String), ["ab", "cd", "ef"])
    // The bytes of a line that shares them with its piece change with the piece.
    piece.fill("x")
    assert.deepStrictEqual(taken.map(String), ["ab", "xx", "xx"])
    const next = Buffer.from("gh\n")
    assert.isUndefined(lines.next())
    lines.push(next)
    const last = lines.next()?.bytes
    next.fill("x")
    assert.strictEqual(last?.toString(), "xx")
  })
})

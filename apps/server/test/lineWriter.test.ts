/** Log lines that cannot be written: what is kept, what is dropped, and what the log says of it (docs/decisions/0168). */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { closeSync, constants, openSync, readFileSync, readSync, writeSync } from "node:fs"
import { join } from "node:path"
import * as LineWriter from "../src/logs/LineWriter.ts"
import { inFolder } from "./support/formwork.ts"

const line = (index: number): string => `line ${String(index).padStart(5, "0")} ${"x".repeat(88)}`
const sayDropped = (lines: number): string => `dropped ${lines}`
const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis))

const inFifo = (use: (path: string) => Promise<void>) =>
  Effect.promise(() =>
    inFolder(async (folder) => {
      const path = join(folder, "fifo")
      execFileSync("sh", ["-c", 'mkfifo "$0"', path])
      await use(path)
    })
  )

/** All that can be read now. */
const drain = (fd: number): string => {
  const chunk = Buffer.alloc(1 << 20)
  let all = ""
  for (;;) {
    try {
      const read = readSync(fd, chunk)
      if (read === 0) return all
      all += chunk.toString("utf8", 0, read)
    } catch {
      return all
    }
  }
}

it.live("a quiet writer writes its line within the wait, and the end writes the rest in order", () =>
  Effect.promise(() =>
    inFolder(async (folder) => {
      const path = join(folder, "log")
      const fd = openSync(path, "a")
      const writer = LineWriter.make({ fd, waitMillis: 20, sayDropped })
      writer.write("first")
      assert.strictEqual(readFileSync(path, "utf8"), "")
      while (readFileSync(path, "utf8") !== "first\n") await pause(5)
      for (let index = 0; index < 1_000; index++) writer.write(line(index))
      await Effect.runPromise(writer.end)
      writer.write("after the end")
      const lines = ["first", ...Array.from({ length: 1_000 }, (_, index) => line(index)), ""]
      assert.strictEqual(readFileSync(path, "utf8"), lines.join("\n"))
    })
  )
)

it.live(
  "a pipe whose reader stands still keeps a bounded queue; a line says how many were dropped when it reads again",
  () =>
    inFifo(async (path) => {
      const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
      const writer = LineWriter.make({ fd, waitMillis: 5, queueBytes: 100_000, sayDropped })
      for (let index = 0; index < 10_000; index++) {
        writer.write(line(index))
        if (index % 100 === 0) await pause(0)
      }
      let read = ""
      while (!read.includes("dropped")) {
        read += drain(fd)
        await pause(5)
      }
      await Effect.runPromise(writer.end)
      read += drain(fd)
      const lines = read.split("\n").slice(0, -1)
      const dropped = lines.flatMap((each) => (each.startsWith("dropped ") ? [Number(each.slice(8))] : []))
      const kept = lines.filter((each) => each.startsWith("line "))
      assert.isAtLeast(kept.length, 1_000, "the pipe and the queue hold more than this")
      assert.isAtMost(kept.length, 2_000, "and less than this")
      assert.strictEqual(kept.length + dropped.reduce((sum, each) => sum + each, 0), 10_000)
      assert.deepStrictEqual(kept, kept.toSorted(), "whole lines, in order")
      closeSync(fd)
    })
)

it.live("the end says how many lines were dropped, however long a line may wait", () =>
  inFifo(async (path) => {
    const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
    const writer = LineWriter.make({ fd, waitMillis: 60_000, queueBytes: 100_000, sayDropped })
    for (let index = 0; index < 10_000; index++) writer.write(line(index))
    const over = Effect.runPromise(writer.end).then(() => "over")
    let read = ""
    do read += drain(fd)
    while ((await Promise.race([over, pause(5)])) !== "over")
    read += drain(fd)
    const lines = read.split("\n").slice(0, -1)
    const dropped = lines.flatMap((each) => (each.startsWith("dropped ") ? [Number(each.slice(8))] : []))
    assert.strictEqual(lines.length - dropped.length + dropped.reduce((sum, each) => sum + each, 0), 10_000)
    closeSync(fd)
  })
)

it.live(
  "a batch has as many bytes as a pipe takes whole, in any script, so that no line is cut on a pipe that is almost full",
  () =>
    inFifo(async (path) => {
      const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
      // Of its 64 KiB this leaves 4 KiB.
      writeSync(fd, Buffer.alloc(15 * 4_096, "."))
      const writer = LineWriter.make({ fd, waitMillis: 5, sayDropped })
      for (let index = 0; index < 40; index++) writer.write("€".repeat(60 + index))
      await pause(100)
      const [, first = ""] = /^\.*([^]*)$/u.exec(drain(fd)) ?? []
      assert.match(first, /^(?:€+\n)+$/u, "whole lines")
      await Effect.runPromise(writer.end)
      closeSync(fd)
    })
)

it.live("a reader that has gone and a full disk lose lines, and nothing else", () =>
  inFifo(async (path) => {
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const gone = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
    closeSync(reader)
    for (const fd of [gone, openSync("/dev/full", "a")]) {
      const writer = LineWriter.make({ fd, waitMillis: 5, queueBytes: 10_000, sayDropped })
      for (let index = 0; index < 1_000; index++) {
        writer.write(line(index))
        if (index % 100 === 0) await pause(1)
      }
      await Effect.runPromise(writer.end)
    }
  })
)

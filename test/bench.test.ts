/** The benchmarks have no faults: a change that breaks their forms, or what they read of the schema and the limits, fails here, before their next run. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { example, form, OPTIONS } from "../bench/src/demo.ts"
import { backEnds, checked } from "../bench/src/rules/ours.ts"
import { formVariant, payloadVariant } from "../bench/src/rules/variants.ts"

it.each(backEnds)("the benchmarks' quote and its variants evaluate as valid: $name", ({ compile }) => {
  expect(compile(checked(form)).evaluate(example, OPTIONS).valid).toBe(true)
  for (const index of [0, 1, 7, 499]) {
    const variant = compile(checked(formVariant(index)))
    expect(variant.evaluate(payloadVariant(example, index), OPTIONS).problems).toEqual([])
  }
})

const main = fileURLToPath(new URL("../bench/src/main.ts", import.meta.url))

/** The names of the rows that a bench prints. */
const rowsOf = async (...args: ReadonlyArray<string>): Promise<ReadonlyArray<unknown>> => {
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args, "--rounds", "1", "--json"])
  return stdout
    .trim()
    .split("\n")
    .map((line) => {
      const row: unknown = JSON.parse(line)
      return typeof row === "object" && row !== null && "name" in row ? row.name : undefined
    })
}

it("the bench of the reader reads bodies up to the most members", async () => {
  expect(await rowsOf("reader", "--only", "reader/768 KB")).toEqual(["reader/768 KB/JSON.parse", "reader/768 KB"])
})

it("the bench of lists explains the pages of this schema", async () => {
  expect(await rowsOf("lists", "--rows", "1000", "--only", "page")).toEqual([
    "page/all",
    "page/form",
    "page/other form",
    "page/state",
    "page/rare state",
    "page/form and rare state"
  ])
})

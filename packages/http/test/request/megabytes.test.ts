/** Texts that are hard to parse and as long as a body may be. */
import { it } from "@effect/vitest"
import * as StrictJson from "../../src/request/StrictJson.ts"

it("a megabyte of quotes and backslashes is read in linear time", () => {
  for (const text of [
    '"'.repeat(1_000_000),
    '\\"'.repeat(500_000),
    `"${"\\\\".repeat(499_999)}"`,
    `"${'\\"'.repeat(499_999)}"`,
    "[".repeat(1_000_000)
  ]) {
    StrictJson.parse(Buffer.from(text), 32)
  }
})

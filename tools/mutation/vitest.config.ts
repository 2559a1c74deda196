/** The tests of one part, for Stryker: MUTATION_PART names it. */
import { env } from "node:process"
import { defineConfig } from "vitest/config"
import { isPartName, type Part, parts } from "./parts.ts"

const name = env["MUTATION_PART"] ?? ""
if (!isPartName(name)) throw new Error(`MUTATION_PART is one of ${Object.keys(parts).join(", ")}`)

const { sharesModules = false, testMillis = 20_000, tests }: Part = parts[name]

export default defineConfig({
  test: { include: [...tests], isolate: !sharesModules, testTimeout: testMillis, hookTimeout: testMillis }
})

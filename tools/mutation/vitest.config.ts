/** The tests of one part, for Stryker: MUTATION_PART names it. */
import { env } from "node:process"
import { defineConfig } from "vitest/config"
import { isPartName, parts } from "./parts.ts"

const name = env["MUTATION_PART"] ?? ""
if (!isPartName(name)) throw new Error(`MUTATION_PART is one of ${Object.keys(parts).join(", ")}`)

export default defineConfig({
  test: { include: [...parts[name].tests], testTimeout: 20_000, hookTimeout: 20_000 }
})

/** Every package's tests as one run: `vitest run --config vitest.workspace.ts`, or `--project rules` for one. */
import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "apps/*/test/**/*.test.ts", "test/**/*.test.ts"],
    // Vitest leaves a core free. Many tests wait more than they work: three at a time keep two cores busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    testTimeout: 180_000,
    hookTimeout: 120_000
  }
})

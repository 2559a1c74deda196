/** Every package's tests as one run: `vitest run --config vitest.workspace.ts`, or `--project rules` for one. */
import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "apps/*/test/**/*.test.ts", "test/**/*.test.ts"],
    testTimeout: 180_000,
    hookTimeout: 120_000
  }
})

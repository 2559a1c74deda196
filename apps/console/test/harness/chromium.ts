/** Tests in the Chromium of this machine. Without one, they are skipped, and their names say so. */
import { describe } from "vitest"
import { findChromium } from "../../../../packages/rules/test/browser/chromium.ts"

export const chromium = findChromium()?.path

/** A group of tests in a browser. */
export const describeInBrowser = (name: string, tests: () => void): void => {
  if (chromium === undefined) describe.skip(`${name} (skipped: there is no Chromium)`, tests)
  else describe(name, tests)
}

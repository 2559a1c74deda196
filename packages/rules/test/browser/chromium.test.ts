/** The engine in Chromium, if it is installed. `browser.test.ts` covers the same without a browser. */
import { describe, expect, it } from "vitest"
import { bundle } from "./bundle.ts"
import { cases } from "./cases.ts"
import { findChromium, openPage } from "./chromium.ts"
import { run } from "./entry.ts"

const found = findChromium()
if (found === undefined)
  console.log("The bundle in a browser: skipped, there is no chromium, chromium-browser or google-chrome on the PATH.")

describe(`a page in Chromium ${found?.version ?? ""}`, () => {
  for (const mayGenerate of [true, false]) {
    const policy = mayGenerate ? "lets code be generated" : "forbids code to be generated"
    it.skipIf(found === undefined)(`whose policy ${policy} gives Node's bytes`, async () => {
      const golden = JSON.stringify(cases)
      const { code } = await bundle("golden", "iife")
      const { answers, generates, said } = openPage(found?.path ?? "", code, golden, mayGenerate)
      expect(generates, said).toBe(String(mayGenerate))
      expect(answers.equals(Buffer.from(run(golden)))).toBe(true)
    })
  }
})

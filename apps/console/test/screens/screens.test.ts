/** Every screen and every dialog of the console, with texts that are all hostile, in a browser at a real server. */
import { globSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { expectWholeAccess } from "./access.ts"
import { effectVisits } from "./effectVisits.ts"
import { formVisits } from "./formVisits.ts"
import { escapesIn, lengthenAnswers, madeIn } from "./hostileTexts.ts"
import { doorVisits, keyVisits } from "./keyVisits.ts"
import { makeHostileOrganisation, signInElsewhere } from "./organisation.ts"
import { paletteVisits } from "./paletteVisits.ts"
import { peopleVisits } from "./peopleVisits.ts"
import { referenceVisits } from "./referenceVisits.ts"
import { settingsVisits } from "./settingsVisits.ts"
import { submissionListVisits } from "./submissionListVisits.ts"
import { submissionVisits } from "./submissionVisits.ts"
import { workspaceVisits } from "./workspaceVisits.ts"

/** Parts without a server: parts.test.ts looks at them. */
const inDevelopment = "/_parts"

const visits = [
  ...formVisits,
  ...workspaceVisits,
  ...submissionListVisits,
  ...submissionVisits,
  ...keyVisits,
  ...peopleVisits,
  ...effectVisits,
  ...settingsVisits,
  ...referenceVisits,
  ...paletteVisits,
  ...doorVisits
]

describe("the walk", () => {
  afterEach(() => void vi.unstubAllGlobals())

  test("visits every route of the router", async () => {
    vi.stubGlobal("location", new URL("http://127.0.0.1/console/"))
    vi.stubGlobal("localStorage", { getItem: () => null })
    const { router } = await import("../../src/router.tsx")
    const visited = new Set(visits.flatMap(({ route }) => (route === undefined ? [] : [route])))
    expect([...visited].toSorted()).toEqual(
      [...Object.keys(router.routesByPath), "__root__"].filter((path) => path !== inDevelopment).toSorted()
    )
  })

  test("opens every dialog and every menu", () => {
    const src = resolve(import.meta.dirname, "../../src")
    const opening = globSync("screens/!(parts)/**/*.tsx", { cwd: src }).filter((file) =>
      /<(?:Dialog|ConfirmDialog|NameDialog|Menu|ModalOverlay)\b/u.test(readFileSync(join(src, file), "utf8"))
    )
    const opened = new Set(visits.flatMap(({ opens = [] }) => opens))
    expect([...opened].toSorted()).toEqual([...opening].toSorted())
  })
})

describeInBrowser("an organisation of hostile texts", () => {
  let app: Console
  const said: Array<string> = []
  beforeAll(async () => {
    app = await openConsole({ RATE_LIMIT_PER_MINUTE: "5000" })
    await app.signIn()
    app.page.on("dialog", (dialog) => {
      if (dialog.type() !== "beforeunload") said.push(dialog.message())
      void dialog.accept()
    })
  })
  afterAll(() => app.close())

  test("is shown as texts on every screen and in every dialog, in light and dark, wide and narrow", async () => {
    const made = await makeHostileOrganisation(app)
    await signInElsewhere(app, "<script>ran=1</script> LONGTEXT")
    await lengthenAnswers(app.page)
    app.expectRefusals()
    for (const visit of visits) {
      await visit.go(app, made).catch((error: unknown) => {
        throw new Error(`${visit.name}: ${String(error)}`, { cause: error })
      })
      expect(await madeIn(app.page), visit.name).toEqual([])
      expect(await escapesIn(app.page), visit.name).toEqual([])
      await expectWholeAccess(app, visit.name)
    }
    expect(said).toEqual([])
    app.expectNothingWrong()
  }, 400_000)
})

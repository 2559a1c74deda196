/** Goes to screens and dialogs of an organisation whose texts are all hostile, in a browser at a real server, and looks at each. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { openConsole } from "../harness/browser.ts"
import type { Console } from "../harness/browser.ts"
import { describeInBrowser } from "../harness/chromium.ts"
import { expectWholeAccess } from "./access.ts"
import { serveOtherWords } from "../language/otherWords.ts"
import { escapesIn, lengthenAnswers, madeIn } from "./hostileTexts.ts"
import { makeHostileOrganisation, signInElsewhere } from "./organisation.ts"
import { expectOtherWords } from "./inOtherWords.ts"
import type { Visit } from "./Visit.ts"

/** Other tests may have the processors. */
const MOST_MILLIS = 600_000

export const walkThrough = (area: string, visits: ReadonlyArray<Visit>): void =>
  describeInBrowser(`${area} of an organisation of hostile texts`, () => {
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

    test(
      "are shown as texts on every screen and in every dialog, in light and dark, wide and narrow",
      async () => {
        const made = await makeHostileOrganisation(app)
        await signInElsewhere(app, "<script>ran=1</script> LONGTEXT")
        await lengthenAnswers(app.page)
        await serveOtherWords(app.page)
        app.expectRefusals()
        for (const visit of visits) {
          await visit.go(app, made).catch((error: unknown) => {
            throw new Error(`${visit.name}: ${String(error)}`, { cause: error })
          })
          expect(await madeIn(app.page), visit.name).toEqual([])
          expect(await escapesIn(app.page), visit.name).toEqual([])
          await expectWholeAccess(app, visit.name)
          await expectOtherWords(app, visit)
        }
        expect(said).toEqual([])
        app.expectNothingWrong()
      },
      MOST_MILLIS
    )
  })

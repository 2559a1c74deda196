/** `pnpm bench console`: what the console weighs, and how long a person waits at it. */
import { quantile } from "../measure.ts"
import type { Options } from "../Options.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import { startDemo } from "./DemoServer.ts"
import { lighthouseRows } from "./lighthouse.ts"
import { sizeRows } from "./sizes.ts"
import { openBrowser } from "./browser.ts"
import { firstScreens, nextScreens, signedIn, timeRow } from "./times.ts"
import { submissionRows } from "./submissions.ts"
import { makeForm, write } from "./writing.ts"

export const consoleRows = async ({ rounds, rows: submissions, wanted }: Options): Promise<ReadonlyArray<Row>> => {
  const tick = progress("console")
  const rows: Array<Row> = [...sizeRows()]
  tick(1, 6)
  // First, because a server would go on where there is no browser.
  const browser = await openBrowser()
  const server = await startDemo()
  try {
    if (wanted("first screen")) {
      const times = await firstScreens(browser, server, rounds)
      rows.push(timeRow("first screen/cold", times, 400, "an empty profile each time, to the first content"))
    }
    tick(2, 6)
    const { page } = await signedIn(browser, server)
    if (wanted("next screen")) {
      const times = await nextScreens(page, rounds)
      rows.push(timeRow("next screen/warm", times, 100, "from the press of a link to its heading, painted"))
    }
    tick(3, 6)
    if (wanted("key")) {
      const formId = await makeForm(page)
      const { diagnosed, framed, painted, worked } = await write(page, server, formId, rounds)
      const form = "a form of 500 fields"
      const thread = `${form}, what the page's thread runs from a key to the frame that shows it`
      rows.push(
        timeRow("key/500/main thread", framed, 16, thread),
        {
          name: "key/500/all that follows",
          ratio: quantile(worked, 0.95) / quantile(framed, 0.95),
          ms: quantile(worked, 0.95),
          median_ms: quantile(worked, 0.5),
          notes: `CPU of the page's thread for a key, with all that the checker and the try-out say of it; the ratio is to the row above`
        },
        timeRow("key/500/painted", painted, 33, `${form}, from a key to the frame that shows it`),
        timeRow("key/500/diagnosed", diagnosed, 60, `${form}, from a key to what the checker says of it, painted`)
      )
      const slow = await write(page, server, formId, rounds, 4)
      rows.push(timeRow("key/500/main thread, slow", slow.framed, 33, `${thread}, on a processor four times slower`))
    }
    tick(4, 6)
    if (wanted("list")) rows.push(...(await submissionRows(browser, rounds, submissions)))
    tick(5, 6)
    if (wanted("lighthouse")) rows.push(...(await lighthouseRows(server, Math.ceil(rounds / 4))))
    tick(6, 6)
  } finally {
    await browser.close()
    await server.stop()
  }
  return rows.filter(({ name }) => wanted(name))
}

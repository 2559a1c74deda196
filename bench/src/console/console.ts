/** `pnpm bench console`: what the console weighs, and how long a person waits at it. */
import type { Options } from "../Options.ts"
import { progress } from "../progress.ts"
import type { Row } from "../Row.ts"
import { startDemo } from "./DemoServer.ts"
import { sizeRows } from "./sizes.ts"
import { firstScreens, nextScreens, openBrowser, signedIn, timeRow } from "./times.ts"
import { makeForm, write } from "./writing.ts"

export const consoleRows = async ({ rounds, wanted }: Options): Promise<ReadonlyArray<Row>> => {
  const tick = progress("console")
  const rows: Array<Row> = [...sizeRows()]
  tick(1, 4)
  const server = await startDemo()
  const browser = await openBrowser()
  try {
    if (wanted("first screen")) {
      const times = await firstScreens(browser, server, rounds)
      rows.push(timeRow("first screen/cold", times, 400, "an empty profile each time, to the first content"))
    }
    tick(2, 4)
    const { page } = await signedIn(browser, server)
    if (wanted("next screen")) {
      const times = await nextScreens(page, rounds)
      rows.push(timeRow("next screen/warm", times, 100, "from the press of a link to its heading, painted"))
    }
    tick(3, 4)
    if (wanted("key")) {
      const { diagnosed, painted, worked } = await write(page, server, await makeForm(page), rounds)
      const form = "a form of 500 fields"
      rows.push(
        timeRow("key/500/main thread", worked, 16, `${form}, CPU of the page's thread for a key and all that follows`),
        timeRow("key/500/painted", painted, 33, `${form}, from a key to the frame that shows it`),
        timeRow("key/500/diagnosed", diagnosed, 60, `${form}, from a key to what the checker says of it, painted`)
      )
    }
    tick(4, 4)
  } finally {
    await browser.close()
    await server.stop()
  }
  return rows.filter(({ name }) => wanted(name))
}

/** Writing in the workspace on a form of 500 fields, half of them computed: from a key to its paint, and to what the checker says of it. */
import type { Page } from "playwright-core"
import { Schema } from "effect"
import type { DemoServer } from "./DemoServer.ts"

const FIELDS = 500

/** Each computed field reads one that a person fills and the computed one before it, as forms of insurers do. */
const definition = (): object => ({
  title: "Five hundred fields",
  code: "F500",
  fields: Array.from({ length: FIELDS }, (_, index) =>
    index % 2 === 0
      ? { slug: `given${index}`, type: "number", decimals: 2, label: `Given ${index}`, min: "0", max: "100000" }
      : {
          slug: `made${index}`,
          type: "number",
          decimals: 2,
          label: `Made ${index}`,
          formula: `round(given${index - 1} * 1.05 + ${index > 1 ? `made${index - 2} * 0.01` : "1"}, 2)`
        }
  )
})

const Created = Schema.fromJsonString(Schema.Struct({ id: Schema.String }))

/** Makes the form as the person who is signed in. */
export const makeForm = async (page: Page): Promise<string> => {
  const answer = await page.evaluate(
    async (body) => {
      const headers = { "content-type": "application/json", "x-formwork": "console" }
      return (await fetch("/api/platform/forms", { method: "POST", headers, body })).text()
    },
    JSON.stringify({ definition: definition() })
  )
  return Schema.decodeSync(Created)(answer).id
}

export interface Written {
  /** CPU milliseconds of the page's main thread for a key and all that follows from it. */
  readonly worked: ReadonlyArray<number>
  /** Milliseconds from a key to the frame that shows it. */
  readonly painted: ReadonlyArray<number>
  /** From a key that makes a fault, or takes it away, to the sentence below the editor. */
  readonly diagnosed: ReadonlyArray<number>
}

/** Collects, in the page, when keys came, when their frames were painted, and when the sentence below the editor was another one. */
const watch = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const times = { painted: new Array<number>(), diagnosed: new Array<number>() }
    Reflect.set(globalThis, "times", times)
    const said = () =>
      Array.from(document.querySelectorAll("[role=status]"), ({ textContent }) => textContent).find((text) =>
        /\bfaults?\b/u.test(text)
      )
    const afterPaint = (run: () => void) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port2.addEventListener("message", run)
        port2.start()
        port1.postMessage(undefined)
      })
    document.addEventListener(
      "keydown",
      () => {
        const came = performance.now()
        const before = said()
        afterPaint(() => times.painted.push(performance.now() - came))
        const look = () => {
          const now = said()
          if (now === undefined || now === before) return void requestAnimationFrame(look)
          afterPaint(() => times.diagnosed.push(performance.now() - came))
        }
        look()
      },
      { capture: true }
    )
  })

/** Milliseconds after which all that follows from a key has ended. */
const QUIET = 400

/** Gives the CPU milliseconds of the main thread so far. */
const mainThread = async (page: Page): Promise<() => Promise<number>> => {
  const session = await page.context().newCDPSession(page)
  await session.send("Performance.enable", { timeDomain: "threadTicks" })
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics")
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? NaN) * 1_000
  }
}

const Times = Schema.Struct({ painted: Schema.Array(Schema.Number), diagnosed: Schema.Array(Schema.Number) })

const timesOf = async (page: Page): Promise<typeof Times.Type> =>
  Schema.decodeUnknownSync(Times)(await page.evaluate((): unknown => Reflect.get(globalThis, "times")))

/** Types a name of a computed field over and over: each key asks the checker, and every second one makes a fault or mends it. */
export const write = async (page: Page, { url }: DemoServer, formId: string, count: number): Promise<Written> => {
  await page.goto(`${url}/console/forms/${formId}/edit?view=source&try=true`)
  const editor = page.locator(".cm-content").first()
  await editor.waitFor()
  await page.getByRole("status").filter({ hasText: "No faults" }).waitFor()
  // In the middle of the name of a function.
  await editor.getByText("round", { exact: true }).first().click()
  await watch(page)
  const thread = await mainThread(page)
  const worked: Array<number> = []
  for (let index = 1; index <= count; index += 1) {
    const before = await thread()
    await page.keyboard.press(index % 2 === 1 ? "x" : "Backspace")
    // Asking the page would be work of its thread.
    await page.waitForTimeout(QUIET)
    worked.push((await thread()) - before)
    while ((await timesOf(page)).diagnosed.length < index) await page.waitForTimeout(20)
  }
  return { worked, ...(await timesOf(page)) }
}

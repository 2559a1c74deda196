/** Writing in the workspace on a form of 500 fields, half of them computed: from a key to its paint, and to what the checker says of it. */
import type { Page } from "playwright-core"
import { Schema } from "effect"
import type { DemoServer } from "./DemoServer.ts"
import { categories, keysToFrames } from "./keysToFrames.ts"

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
  /** Milliseconds that the page's main thread ran from a key to the frame that shows it. */
  readonly framed: ReadonlyArray<number>
  /** CPU milliseconds of the main thread for a key and all that follows from it: what the checker and the try-out say. */
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

/** Makes a fault in the name of a function with every other key, and mends it with the next. */
const type = async (page: Page, keys: number, each: () => Promise<void>): Promise<void> => {
  for (let index = 1; index <= keys; index += 1) {
    await page.keyboard.press(index % 2 === 1 ? "x" : "Backspace")
    // Asking the page would be work of its thread.
    await page.waitForTimeout(QUIET)
    await each()
    while ((await timesOf(page)).diagnosed.length < index) await page.waitForTimeout(20)
  }
}

const traced = async (page: Page, run: () => Promise<void>): Promise<ReadonlyArray<number>> => {
  const browser = page.context().browser()
  if (browser === null) throw new Error("the page is in no browser")
  await browser.startTracing(page, { categories: [...categories] })
  await run()
  return keysToFrames((await browser.stopTracing()).toString())
}

/** @param slower how many times slower the page's processor is than this machine's. */
export const write = async (
  page: Page,
  { url }: DemoServer,
  formId: string,
  count: number,
  slower = 1
): Promise<Written> => {
  await page.goto(`${url}/console/forms/${formId}/edit?view=source&try=true`)
  const editor = page.locator(".cm-content").first()
  await editor.waitFor()
  await page.getByRole("status").filter({ hasText: "No faults" }).waitFor()
  // In the middle of the name of a function.
  await editor.getByText("round", { exact: true }).first().click()
  await watch(page)
  const session = await page.context().newCDPSession(page)
  await session.send("Emulation.setCPUThrottlingRate", { rate: slower })
  const thread = await mainThread(page)
  const worked: Array<number> = []
  let before = await thread()
  const framed = await traced(page, () =>
    type(page, count, async () => {
      const now = await thread()
      worked.push(now - before)
      before = now
    })
  )
  await session.detach()
  return { framed, worked, ...(await timesOf(page)) }
}

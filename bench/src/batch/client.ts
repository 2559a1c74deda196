/** Batches over HTTP, and single evaluates beside them. */
import { request } from "node:http"

export interface Target {
  readonly address: string
  readonly form: string
  readonly token: string
}

export interface Sent {
  readonly millis: number
  /** Until the first line of the answer. */
  readonly firstMillis: number
  readonly lines: number
}

const lineFeed = 0x0a

/** Sends `count` lines like `line`, as fast as they are taken, and reads the answer meanwhile. */
export const batch = ({ address, form, token }: Target, line: string, count: number): Promise<Sent> =>
  new Promise((resolve, reject) => {
    const started = performance.now()
    let firstMillis = 0
    let lines = 0
    let last = ""
    const sent = request(`${address}/api/platform/forms/${form}/evaluate/batch`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/x-ndjson" }
    })
    sent.on("error", reject).on("response", (response) => {
      if (response.statusCode !== 200) reject(new Error(`a batch was answered ${response.statusCode}`))
      response.on("error", reject).on("data", (chunk: Buffer) => {
        firstMillis ||= performance.now() - started
        last = chunk.toString("latin1", Math.max(0, chunk.length - 500))
        for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) lines += 1
      })
      response.on("end", () => {
        if (lines === count) resolve({ millis: performance.now() - started, firstMillis, lines })
        else reject(new Error(`a batch of ${count} lines was answered with ${lines}: ${last}`))
      })
    })
    const piece = 50
    const write = (left: number): void => {
      let rest = left
      while (rest > 0) {
        const next = Math.min(piece, rest)
        rest -= next
        if (!sent.write(line.repeat(next))) return void sent.once("drain", () => write(rest))
      }
      sent.end()
    }
    write(count)
  })

/** Asks for one quote after another, with a pause between, until `isOver`. @returns how long each took, in milliseconds. */
export const others = async (
  { address, form, token }: Target,
  body: string,
  isOver: () => boolean
): Promise<ReadonlyArray<number>> => {
  const took: Array<number> = []
  while (!isOver()) {
    const started = performance.now()
    const answer = await fetch(`${address}/api/platform/v1/forms/${form}/evaluate`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body
    })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`an evaluate was answered ${answer.status}`)
    took.push(performance.now() - started)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return took
}

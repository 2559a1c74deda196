/** Clients that file under an Idempotency-Key and repeat each request until it is answered 201, as the guide tells clients to. */
import { setTimeout as pause } from "node:timers/promises"
import type { Demo } from "./demo.ts"
import { quote } from "./demo.ts"
import { bodyOf } from "./reading.ts"

/** What a request that was answered 201 was answered with, and when, in milliseconds of `performance.now`. */
interface Filed {
  readonly key: string
  readonly id: string
  readonly reference: string
  readonly sent: number
  readonly answered: number
}

export interface Filers {
  /** Every 201, repeats included. */
  readonly filed: ReadonlyArray<Filed>
  /** How many answers were neither 201 nor 503, and how many requests got none. */
  readonly others: Readonly<Record<string, number>>
  /** Takes no new key, and resolves when the requests of each key are answered 201. */
  readonly stop: () => Promise<void>
}

/** One request in so many is sent again after its answer, and has to get the same one. */
const againEvery = 5

/** How long a client waits for an answer. Some wait less long than the service does, and go away while it files. */
const patience = [30_000, 3_000]

/** @param clients how many at once, each with one request at a time. */
export const start = (address: string, { formId, key: token }: Demo, clients: number): Filers => {
  const filed: Array<Filed> = []
  const others: Record<string, number> = {}
  const body = quote()
  const until = { isStopped: false }
  const count = (what: string) => {
    others[what] = (others[what] ?? 0) + 1
  }
  const attempt = async (key: string, millis: number): Promise<boolean> => {
    const sent = performance.now()
    try {
      const response = await fetch(`${address}/api/platform/v1/forms/${formId}/submissions`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "idempotency-key": key },
        body,
        signal: AbortSignal.timeout(millis)
      })
      const answer = await bodyOf(response)
      if (response.status === 201) {
        const [id, reference] = [String(answer["id"]), String(answer["referenceNumber"])]
        filed.push({ key, id, reference, sent, answered: performance.now() })
        return true
      }
      count(String(response.status))
    } catch {
      count("none")
    }
    return false
  }
  const file = async (key: string, millis: number) => {
    while (!(await attempt(key, millis))) await pause(100)
  }
  const client = async (_: unknown, place: number) => {
    for (let request = 0; !until.isStopped; request++) {
      const key = `client-${place}-${request}`
      await file(key, patience[place % patience.length] ?? 0)
      if (request % againEvery === 0) await file(key, 30_000)
    }
  }
  const running = Array.from({ length: clients }).map(client)
  return {
    filed,
    others,
    stop: async () => {
      until.isStopped = true
      await Promise.all(running)
    }
  }
}

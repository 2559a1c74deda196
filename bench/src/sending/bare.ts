/** The least that sends a request: node:http over kept connections, some at once, each answer read to its end. */
import { Agent, request } from "node:http"

const post = (agent: Agent, url: string, headers: Readonly<Record<string, string>>, body: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method: "POST", headers }, (incoming) => {
      incoming.resume().once("end", resolve)
    })
    outgoing.once("error", reject).end(body)
  })

/** @returns microseconds of CPU of this process for one request. */
export const bare = async (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  count: number,
  atOnce: number
): Promise<number> => {
  const agent = new Agent({ keepAlive: true })
  let left = count
  const client = async () => {
    while (left > 0) {
      left -= 1
      await post(agent, url, headers, body)
    }
  }
  const before = process.cpuUsage()
  await Promise.all(Array.from({ length: atOnce }, client))
  const { system, user } = process.cpuUsage(before)
  agent.destroy()
  return (user + system) / count
}

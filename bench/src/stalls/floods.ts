/** Floods: requests in a row on one connection, and connections by the thousand. */
import { connect } from "node:net"
import { type Attack, formOf, publish, times } from "./Attack.ts"
import type { Answer, Target } from "./Target.ts"

/** For how long a connection waits for more of its answers. */
const QUIET_MILLIS = 2_000

const request = ({ address }: Target, path: string, token: string | undefined, body: string): string =>
  `POST /api/platform${path} HTTP/1.1\r\nHost: ${address.host}\r\n${token === undefined ? "" : `Authorization: Bearer ${token}\r\n`}` +
  `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

/** Writes all at once, and counts the answers until there are as many as requests, or none for a while. */
const pour = ({ address }: Target, requests: string, count: number): Promise<ReadonlyArray<Answer>> =>
  new Promise((resolve) => {
    const socket = connect(Number(address.port), address.hostname).setEncoding("latin1")
    let text = ""
    const end = () => {
      socket.destroy()
      resolve([...text.matchAll(/HTTP\/1\.1 (\d{3})/gu)].map(([, status]) => ({ status: Number(status), body: "" })))
    }
    socket.setTimeout(QUIET_MILLIS, end)
    socket.on("error", () => undefined).on("close", end)
    socket.on("connect", () => socket.write(requests, "latin1"))
    socket.on("data", (more: unknown) => {
      text += String(more)
      if (text.split("HTTP/1.1 ").length > count) end()
    })
  })

const flood = (
  name: string,
  connections: number,
  each: number,
  written: (target: Target, id: string) => string
): Attack => ({
  name: `flood/${name}`,
  prepare: (target) => publish(target, formOf([{ slug: "a", type: "integer" }])),
  run: async (target, id) => {
    const one = written(target, id)
    return (await Promise.all(times(connections, () => pour(target, one.repeat(each), each)))).flat()
  }
})

const evaluating = (target: Target, id: string): string =>
  request(target, `/v1/forms/${id}/evaluate`, target.key, '{"data":{"a":1}}')

export const floods: ReadonlyArray<Attack> = [
  // The server ends a connection after 32 that wait.
  flood("32 requests in a row on each of 300 connections", 300, 32, evaluating),
  flood("1,000 requests in a row on each of 20 connections", 20, 1_000, evaluating),
  flood("1,000 connections", 1_000, 1, evaluating),
  flood("1,000 connections with an unknown key", 1_000, 1, (target, id) =>
    request(target, `/v1/forms/${id}/evaluate`, `${target.key.slice(0, -6)}000000`, '{"data":{"a":1}}')
  ),
  flood("2,000 connections without a key, ten requests each", 2_000, 10, (target, id) =>
    request(target, `/v1/forms/${id}/evaluate`, undefined, '{"data":{"a":1}}')
  ),
  flood("32 requests in a row that are not JSON, on each of 300 connections", 300, 32, (target, id) =>
    request(target, `/v1/forms/${id}/evaluate`, target.key, "{")
  )
]

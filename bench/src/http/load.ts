/** Requests over raw sockets, each sent when the one before is answered, so that the client costs little. */
import { connect } from "node:net"

export interface Load {
  readonly address: string
  /** The bytes of whole requests: connection n sends number n, n + connections, and so on, in turn. */
  readonly requests: ReadonlyArray<string>
  readonly status: number
}

const head = /^HTTP\/1\.1 (\d+)[^]*?\r\n\r\n/
const length = /\r\ncontent-length: (\d+)/i

/** Sends on one connection, again after each answer, until `next` is exhausted. */
const converse = ({ address, status }: Load, next: () => string | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(address)
    const socket = connect(Number(port), hostname).setEncoding("latin1").setNoDelay()
    let text = ""
    const ask = () => {
      const request = next()
      if (request === undefined) socket.end(resolve)
      else socket.write(request)
    }
    socket.on("data", (more: string) => {
      text += more
      const [start = "", answered] = head.exec(text) ?? []
      if (start === "" || text.length < start.length + Number(length.exec(start)?.[1] ?? 0)) return
      if (Number(answered) !== status) return void socket.destroy(new Error(`${status} was expected, but not ${text}`))
      text = ""
      ask()
    })
    socket.on("error", reject)
    socket.on("close", () => reject(new Error(`${address} closed a connection`)))
    socket.on("connect", ask)
  })

/** @returns how many requests were answered. */
export const run = async (load: Load, connections: number, seconds: number): Promise<number> => {
  const until = performance.now() + seconds * 1000
  let asked = 0
  const place = (start: number) => {
    let at = start
    return () => {
      if (performance.now() >= until) return undefined
      asked += 1
      const request = load.requests[at % load.requests.length]
      at += connections
      return request
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, start) => converse(load, place(start))))
  return asked
}

/** The bytes of a request with a JSON body. */
export const post = (address: string, path: string, token: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: ${new URL(address).host}\r\nAuthorization: Bearer ${token}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

export const get = (address: string, path: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: ${new URL(address).host}\r\n\r\n`

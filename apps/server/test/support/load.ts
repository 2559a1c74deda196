/** Requests as fast as a server answers, over raw sockets, so that the client costs little. */
import { connect } from "node:net"
import { performance } from "node:perf_hooks"

export interface Answer {
  readonly status: number
  /** The rest of the budget that `RateLimit` shows. */
  readonly left: number
  /** When the request was sent and when its answer was there, in milliseconds: it was counted in between. */
  readonly sent: number
  readonly received: number
}

export interface Load {
  /** Sends no more requests. */
  readonly stop: () => void
  /** Resolves once it is stopped and every request is answered; rejects where the connection is lost. */
  readonly ended: Promise<void>
}

const head = /^HTTP\/1\.1 (\d+)[^]*?\r\n\r\n/
const length = /\r\ncontent-length: (\d+)/i
const left = /\r\nratelimit: "default";r=(\d+)/i

/** Requests an unknown path on one connection, again after each answer: a 404, or a 429. */
export const load = (address: string, token: string, heard: (answer: Answer) => void): Load => {
  const { host, hostname, port } = new URL(address)
  const request = `GET /nowhere HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const socket = connect(Number(port), hostname).setEncoding("latin1").setNoDelay()
  let stopped = false
  let text = ""
  let sent = 0
  const ask = () => {
    sent = performance.now()
    socket.write(request)
  }
  const ended = new Promise<void>((resolve, reject) => {
    socket.on("data", (more: string) => {
      text += more
      const [start = "", status] = head.exec(text) ?? []
      if (start === "" || text.length < start.length + Number(length.exec(start)?.[1] ?? 0)) return
      text = ""
      heard({ status: Number(status), left: Number(left.exec(start)?.[1]), sent, received: performance.now() })
      if (stopped) socket.end(resolve)
      else ask()
    })
    socket.on("error", reject)
    socket.on("close", () => reject(new Error(`${address} closed a connection`)))
  })
  ask()
  return {
    ended,
    stop: () => {
      stopped = true
    }
  }
}

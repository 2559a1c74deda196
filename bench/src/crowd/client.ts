/**
 * The clients of `pnpm bench crowd`, in a process of their own: connections over raw sockets, each of which sends its request again
 * after each answer, and opens itself again where the server ends it. Told by one JSON object a line on standard input; answers one
 * a line.
 */
import { connect } from "node:net"
import type { Socket } from "node:net"
import { createInterface } from "node:readline"

export interface Crowd {
  readonly host: string
  readonly port: number
  readonly connections: number
  /** The bytes of one request, in latin1; the connections take turns. */
  readonly requests: ReadonlyArray<string>
  /** Milliseconds between an answer and the next request; 0 for none. */
  readonly pauseMillis: number
  /** For how long, and from when on answers are reported. */
  readonly seconds: number
  readonly reportedFrom: number
}

export interface Report {
  /** Answers by their status; `closed` counts connections that ended without one. */
  readonly answers: Readonly<Record<string, number>>
  /** Milliseconds from a request to its answer, of those that were 2xx. */
  readonly millis: ReadonlyArray<number>
}

const head = /^HTTP\/1\.1 (\d+)[^]*?\r\n\r\n/
const length = /\r\ncontent-length: (\d+)/i
const closing = /\r\nconnection: close\r\n/i

const run = (crowd: Crowd): Promise<Report> =>
  new Promise((resolve) => {
    const answers: Record<string, number> = {}
    const millis: Array<number> = []
    const sockets = new Set<Socket>()
    const reportedFrom = performance.now() + crowd.reportedFrom * 1000
    let isOver = false
    const count = (what: string) => void (answers[what] = (answers[what] ?? 0) + 1)

    const open = (index: number) => {
      if (isOver) return
      const socket = connect(crowd.port, crowd.host).setEncoding("latin1").setNoDelay()
      const request = crowd.requests[index % crowd.requests.length] ?? ""
      let text = ""
      let asked = 0
      let isWaiting = false
      const ask = () => {
        if (isOver || socket.destroyed) return
        text = ""
        asked = performance.now()
        isWaiting = true
        socket.write(request, "latin1")
      }
      sockets.add(socket)
      socket.on("connect", ask)
      socket.on("data", (more: unknown) => {
        text += String(more)
        const [start = "", status = ""] = head.exec(text) ?? []
        if (start === "" || text.length < start.length + Number(length.exec(start)?.[1] ?? 0)) return
        isWaiting = false
        if (asked >= reportedFrom) count(status)
        if (asked >= reportedFrom && status.startsWith("2")) millis.push(performance.now() - asked)
        if (closing.test(start)) return void socket.destroy()
        if (crowd.pauseMillis === 0) ask()
        else setTimeout(ask, crowd.pauseMillis)
      })
      socket.on("error", () => undefined)
      socket.on("close", () => {
        sockets.delete(socket)
        if (isWaiting && !isOver) count("closed")
        // A server that drops connections is asked again a little later, as clients do.
        if (isWaiting) setTimeout(() => open(index), 100)
        else open(index)
      })
    }
    for (let index = 0; index < crowd.connections; index++) setTimeout(() => open(index), index / 4)
    setTimeout(() => {
      isOver = true
      for (const socket of sockets) socket.destroy()
      resolve({ answers, millis })
    }, crowd.seconds * 1000)
  })

for await (const line of createInterface({ input: process.stdin })) {
  const crowd: Crowd = JSON.parse(line)
  process.stdout.write(`${JSON.stringify(await run(crowd))}\n`)
}

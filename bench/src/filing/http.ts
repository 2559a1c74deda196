/** Filing through HTTP: the server that users run, called over raw sockets so that the client costs little. */
import { readFileSync } from "node:fs"
import { connect } from "node:net"
import type { Arena, BenchForm } from "./Arena.ts"
import type { Rate } from "./store.ts"

/** CPU time of a process so far, in microseconds: utime and stime of /proc/pid/stat, in hundredths of a second. */
const workOf = (pid: number): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
      .replace(/^.*\) /u, "")
      .split(" ")
    return (Number(fields[11]) + Number(fields[12])) * 10_000
  } catch {
    return Number.NaN // only Linux reports it
  }
}

const head = /^HTTP\/1\.1 (\d+)[^]*?\r\n\r\n/
const length = /\r\ncontent-length: (\d+)/i

/** Files on one connection, again after each answer, until `next` is exhausted. */
const filer = ({ address }: Arena, next: () => string | undefined): Promise<void> =>
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
      const [start = "", status] = head.exec(text) ?? []
      if (start === "" || text.length < start.length + Number(length.exec(start)?.[1] ?? 0)) return
      if (status !== "201") {
        socket.destroy(new Error(`a filing was answered ${text}`))
        return
      }
      text = ""
      ask()
    })
    socket.on("error", reject)
    socket.on("close", () => reject(new Error(`${address} closed a connection`)))
    socket.on("connect", ask)
  })

export const run = async (
  arena: Arena,
  forms: ReadonlyArray<BenchForm>,
  connections: number,
  seconds: number
): Promise<Rate> => {
  const { host } = new URL(arena.address)
  const requests = forms.map(
    ({ id }) =>
      `POST /api/platform/v1/forms/${id}/submissions HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${arena.tokens[0]}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(arena.body)}\r\n\r\n${arena.body}`
  )
  const pid = arena.server.pid ?? 0
  const from = workOf(pid)
  const started = performance.now()
  let asked = 0
  const next = () => (performance.now() - started < seconds * 1000 ? requests[asked++ % requests.length] : undefined)
  await Promise.all(Array.from({ length: connections }, () => filer(arena, next)))
  return {
    perSecond: asked / ((performance.now() - started) / 1000),
    cpuMicros: (workOf(pid) - from) / asked
  }
}

/**
 * A receiver in a process of its own: `http`, which reads each request to its end and answers after so many milliseconds, or `smtp`,
 * which accepts every message. The arguments are the kind and the milliseconds. It prints its address.
 */
import { createServer as createHttp } from "node:http"
import { createServer as createNet } from "node:net"
import type { Server, Socket } from "node:net"

const [, , kind = "http", wait = "0"] = process.argv

const http = () =>
  createHttp((request, response) => {
    const answer = () => response.writeHead(200, { "content-type": "text/plain", "content-length": 2 }).end("ok")
    request.resume().on("end", () => (wait === "0" ? answer() : setTimeout(answer, Number(wait))))
  })

const converse = (socket: Socket) => {
  let [text, isData] = ["", false]
  const next = (): boolean => {
    const end = text.indexOf(isData ? "\r\n.\r\n" : "\r\n")
    if (end < 0) return false
    const command = text.slice(0, 4).toUpperCase()
    text = text.slice(end + (isData ? 5 : 2))
    if (!isData && command === "QUIT") {
      socket.end("221 bye\r\n")
      return false
    }
    isData = !isData && command === "DATA"
    socket.write(isData ? "354 go on\r\n" : "250 ok\r\n")
    return true
  }
  socket.on("error", () => socket.destroy())
  socket.on("data", (data: Buffer) => {
    text += data.toString("latin1")
    while (next());
  })
  socket.write("220 ready\r\n")
}

const server: Server = kind === "smtp" ? createNet(converse) : http()
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (typeof address === "object" && address !== null) process.stdout.write(`${kind}://127.0.0.1:${address.port}\n`)
})
process.once("SIGINT", () => process.exit())

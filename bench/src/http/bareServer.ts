/**
 * What every server in Node pays: node:http, a body that is read to its end and parsed, an answer with a length.
 * The first argument is the JSON that it answers. It prints its address.
 */
import { createServer } from "node:http"

const answer = Buffer.from(process.argv[2] ?? "{}")

const server = createServer((request, response) => {
  const chunks: Array<Buffer> = []
  request.on("data", (chunk: Buffer) => chunks.push(chunk))
  request.on("end", () => {
    const parsed: unknown = JSON.parse(Buffer.concat(chunks).toString())
    const status = typeof parsed === "object" ? 200 : 400
    response.writeHead(status, { "content-type": "application/json", "content-length": answer.length }).end(answer)
  })
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (typeof address === "object" && address !== null) process.stdout.write(`http://127.0.0.1:${address.port}\n`)
})
process.once("SIGINT", () => process.exit())

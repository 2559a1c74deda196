/** A name server on a free UDP port (RFC 1035), as small as a test needs it. */
import { Effect } from "effect"
import { createSocket } from "node:dgram"

export type Answer = ReadonlyArray<string> | "NXDOMAIN" | "SERVFAIL" | "silence"

const codes = { NXDOMAIN: 3, SERVFAIL: 2 }

/** An IPv6 address with all its eight groups, or an IPv4 address, as bytes. */
const bytes = (address: string): Buffer =>
  address.includes(":")
    ? Buffer.from(
        address
          .split(":")
          .map((group) => group.padStart(4, "0"))
          .join(""),
        "hex"
      )
    : Buffer.from(address.split(".").map(Number))

/** Answers every question about A (1) and AAAA (28) as `zone` says. */
export const nameServer = Effect.fnUntraced(function* (zone: (name: string, type: number) => Answer) {
  const questions: Array<string> = []
  const socket = createSocket("udp4")
  socket.on("message", (query, from) => {
    let at = 12
    const labels: Array<string> = []
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      labels.push(query.subarray(at + 1, at + 1 + length).toString())
      at += 1 + length
    }
    const type = query.readUInt16BE(at + 1)
    questions.push(`${type} ${labels.join(".")}`)
    const answer = zone(labels.join("."), type)
    if (answer === "silence") return
    const found = typeof answer === "string" ? [] : answer
    const head = Buffer.alloc(12)
    query.copy(head, 0, 0, 2)
    head.writeUInt16BE(0x8180 | (typeof answer === "string" ? codes[answer] : 0), 2)
    head.writeUInt16BE(1, 4)
    head.writeUInt16BE(found.length, 6)
    const records = found.map((address) => {
      const data = bytes(address)
      const record = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length])
      return Buffer.concat([record, data])
    })
    socket.send(Buffer.concat([head, query.subarray(12, at + 5), ...records]), from.port, from.address)
  })
  const port = yield* Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      socket.bind(0, "127.0.0.1", () => resume(Effect.succeed(socket.address().port)))
    }),
    () => Effect.callback<void>((resume) => void socket.close(() => resume(Effect.void)))
  )
  return { server: `127.0.0.1:${port}`, questions }
})

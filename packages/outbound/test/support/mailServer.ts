/** A real SMTP server on a free port that keeps what it receives. */
import { Effect } from "effect"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

interface Delivered {
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly raw: string
  readonly secure: boolean
  readonly user: unknown
}

/** An SMTP answer other than success. */
export const answer = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

export const mailServer = Effect.fnUntraced(function* (options: SMTPServerOptions = {}) {
  const delivered: Array<Delivered> = []
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope
        delivered.push({
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString("utf8"),
          secure: session.secure,
          user: session.user
        })
        done(null, "kept as 42")
      })
    },
    ...options
  })
  server.on("error", () => {})
  const port = yield* Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.server.address()
        resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
      })
    }),
    () =>
      Effect.callback<void>((resume) => {
        for (const connection of server.connections) connection.close()
        server.close(() => resume(Effect.void))
      })
  )
  return { port, delivered, url: `smtp://localhost:${port}` }
})

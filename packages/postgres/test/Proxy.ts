/** The wire between the driver and a real server, overheard. */
import { Effect, Redacted } from "effect"
import { connect, createServer } from "node:net"

/**
 * A server that passes everything on to `url`.
 * @param listen makes what hears a connection's client, piece by piece.
 */
export const proxy = Effect.fnUntraced(function* (
  url: Redacted.Redacted<string>,
  listen: () => (sent: Buffer) => void
) {
  const target = new URL(Redacted.value(url))
  const { hostname, port } = target
  const server = yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const made = createServer((client) => {
            const upstream = connect(Number(port || 5432), hostname)
            client
              .on("data", listen())
              .on("error", () => upstream.destroy())
              .pipe(upstream)
            upstream.on("error", () => client.destroy()).pipe(client)
          }).listen(0, "127.0.0.1", () => resolve(made))
        })
    ),
    (made) => Effect.sync(() => made.close())
  )
  const address = server.address()
  target.host = `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  return Redacted.make(target.href)
})

/** A proxy between the driver and a real server that shows what the driver sends. */
import { Effect, Redacted } from "effect"
import { connect, createServer } from "node:net"

/**
 * Passes all bytes on to `url`, in both directions.
 * @param listen makes, for each connection, the function that gets the client's bytes chunk by chunk.
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

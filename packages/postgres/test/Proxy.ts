/** A proxy between the driver and a real server that shows what the driver sends. */
import { Effect, Redacted } from "effect"
import { connect, createServer } from "node:net"
import type { Socket } from "node:net"

/**
 * Passes all bytes on to `url`, in both directions.
 * @param listen makes, for each connection, the function that gets the client's bytes chunk by chunk; `cut` ends the connection.
 */
export const proxy = Effect.fnUntraced(function* (
  url: Redacted.Redacted<string>,
  listen: () => (sent: Buffer) => unknown
) {
  const target = new URL(Redacted.value(url))
  const { hostname, port } = target
  const server = yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const made = createServer((client) => {
            const heard = listen()
            const upstream = connect(Number(port || 5432), hostname)
            client
              .on("data", (sent) => {
                if (heard(sent) !== "cut") return
                client.destroy()
                upstream.destroy()
              })
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

/** A proxy that can stop passing bytes on, as a server that hangs does: its connections stay open, and new ones are fine. */
export const freezing = Effect.fnUntraced(function* (url: Redacted.Redacted<string>) {
  const target = new URL(Redacted.value(url))
  const { hostname, port } = target
  const open = new Set<Socket>()
  const server = yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const made = createServer((client) => {
            const upstream = connect(Number(port || 5432), hostname)
            for (const [from, to] of [
              [client, upstream],
              [upstream, client]
            ] as const) {
              open.add(from)
              from.on("error", () => to.destroy()).on("close", () => open.delete(from))
              from.pipe(to)
            }
          }).listen(0, "127.0.0.1", () => resolve(made))
        })
    ),
    (made) =>
      Effect.sync(() => {
        for (const socket of open) socket.destroy()
        made.close()
      })
  )
  const address = server.address()
  target.host = `127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
  const freeze = Effect.sync(() => {
    for (const socket of open) socket.unpipe().pause()
  })
  return { url: Redacted.make(target.href), freeze }
})

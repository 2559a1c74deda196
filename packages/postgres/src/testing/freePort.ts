/** A port for a program that cannot take one by itself, or whose address must be known before it listens. */
import { createServer } from "node:net"

const given = new Set<number>()

/**
 * A port of 127.0.0.1 that no program has, and below those that the system gives out (Linux: from 32768, RFC 6335: from 49152): no connection and
 * no other server gets it before its program does. Each one is given once.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 12_000)
    if (given.has(port)) continue
    given.add(port)
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) =>
      server.on("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true))
    )
    await new Promise((resolve) => server.close(resolve))
    if (isFree) return port
  }
}

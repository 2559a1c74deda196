/** A TCP proxy between servers and their database, in which connections can be slowed, cut and reset. */
import { Effect } from "effect"
import { connect, createServer } from "node:net"
import type { Socket } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"
import { portOf } from "./portOf.ts"

/** How the proxy passes bytes on. */
export interface Weather {
  /** Milliseconds before each piece. */
  readonly latencyMillis: number
  /** Bytes in a piece. */
  readonly piece: number
}

export type Ending = "closed" | "reset"

/** How the answer to a statement is to be cut. */
interface Trap {
  readonly marker: string
  readonly bytes: number
  readonly ending: Ending
  readonly sprung: () => void
  seen: number
}

export interface Armed {
  /** Bytes of the answer that have passed. */
  readonly seen: () => number
  /** Resolves when the connection was cut. */
  readonly sprung: Promise<void>
  readonly disarm: () => void
}

export interface Wire {
  /** `url` through this proxy. */
  readonly through: (url: string) => string
  readonly weather: (weather: Weather) => void
  /** Ends every open connection. */
  readonly cut: (ending: Ending) => void
  /**
   * Passes nothing more on over the connections that there are, and leaves them open; new ones are as ever. Resolves when the server
   * has left all of them: false if it has not within a minute.
   */
  readonly move: () => Promise<boolean>
  /**
   * Waits for the statement whose parameters contain `marker`, passes so many bytes of its answer, and ends the connection: the
   * database has done all of the statement, and the server has read only so much.
   */
  readonly lieInWait: (marker: string, bytes: number, ending: Ending) => Armed
}

export const fair: Weather = { latencyMillis: 0, piece: Number.POSITIVE_INFINITY }

/** Reset: the other side learns at once and loses what it has not read; closed: it reads what there is, and then the end. */
const end = (socket: Socket, ending: Ending): void => {
  if (ending === "reset") socket.resetAndDestroy()
  else if (!socket.writableEnded) socket.destroySoon()
}

/** How long a server may take to leave connections that hang. */
const leavingMillis = 60_000

export const make = Effect.fnUntraced(function* (target: string) {
  const { hostname, port } = new URL(target)
  const pairs = new Set<(ending: Ending) => void>()
  /** The pairs that pass nothing on. */
  let deserted = new Set<(ending: Ending) => void>()
  let weather = fair
  let trap: Trap | undefined

  const send = async (to: Socket, bytes: Buffer): Promise<void> => {
    for (let from = 0; from < bytes.length;) {
      // The weather may change during the wait. The piece is as long as the step, so that no byte is lost.
      const { latencyMillis, piece } = weather
      if (latencyMillis > 0) await sleep(latencyMillis)
      if (to.destroyed) return
      to.write(bytes.subarray(from, from + piece))
      from += piece
    }
  }

  const join = (client: Socket): void => {
    const upstream = connect(Number(port), hostname)
    let caught: Trap | undefined
    const cut = (ending: Ending) => {
      end(client, ending)
      upstream.destroy()
    }
    pairs.add(cut)
    client.on("close", () => {
      pairs.delete(cut)
      upstream.destroy()
    })
    upstream.on("close", () => {
      if (!deserted.has(cut)) end(client, "closed")
    })
    for (const socket of [client, upstream]) socket.on("error", () => {}).setNoDelay()

    const asked = async () => {
      for await (const bytes of client as AsyncIterable<Buffer>) {
        if (deserted.has(cut)) continue
        if (trap !== undefined && bytes.includes(trap.marker)) [caught, trap] = [trap, undefined]
        await send(upstream, bytes)
      }
    }
    const answered = async () => {
      for await (const bytes of upstream as AsyncIterable<Buffer>) {
        if (deserted.has(cut)) continue
        if (caught === undefined) await send(client, bytes)
        else {
          const left = caught.bytes - caught.seen
          caught.seen += bytes.length
          await send(client, bytes.subarray(0, left))
          if (caught.seen < caught.bytes) continue
          cut(caught.ending)
          caught.sprung()
        }
      }
    }
    asked().catch(() => client.destroy())
    answered().catch(() => client.destroy())
  }

  const server = yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<ReturnType<typeof createServer>>((resolve) => {
          const made = createServer(join).listen(0, "127.0.0.1", () => resolve(made))
        })
    ),
    (made) =>
      Effect.promise(() => {
        for (const cut of pairs) cut("reset")
        return new Promise((resolve) => made.close(resolve))
      })
  )
  const through = (url: string): string => {
    const moved = new URL(url)
    moved.host = `127.0.0.1:${portOf(server)}`
    return moved.href
  }
  const lieInWait = (marker: string, bytes: number, ending: Ending): Armed => {
    let sprung: () => void = () => {}
    const cut = new Promise<void>((resolve) => (sprung = resolve))
    const made: Trap = { marker, bytes, ending, sprung: () => sprung(), seen: 0 }
    trap = made
    const disarm = () => {
      if (trap === made) trap = undefined
    }
    return { seen: () => made.seen, sprung: cut, disarm }
  }
  return {
    through,
    weather: (next) => {
      weather = next
    },
    move: async () => {
      deserted = new Set(pairs)
      const started = performance.now()
      const isLeft = () => [...deserted].every((pair) => !pairs.has(pair))
      while (!isLeft() && performance.now() - started < leavingMillis) await sleep(50)
      return isLeft()
    },
    cut: (ending) => {
      for (const cut of pairs) cut(ending)
    },
    lieInWait
  } satisfies Wire
})

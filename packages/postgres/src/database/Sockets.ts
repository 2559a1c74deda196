/**
 * The sockets of connections to a database server, and the end of those on which it no longer answers. The driver would wait for
 * an answer on a multiplexed connection for ever, and TCP for a quarter of an hour.
 */
import { Duration, Effect } from "effect"
import type { Scope } from "effect"
import { connect } from "node:net"
import type { Socket } from "node:net"
import { Duplex } from "node:stream"
import type { Place } from "./Address.ts"

export interface Sockets {
  /** Opens one to `place`. */
  readonly dial: (place: Place) => Duplex
  /** Closes all of them: what runs there fails, and the pools make new connections. */
  readonly closeAll: (why: string) => void
}

/** How often the sockets are looked at. Silence is counted in looks: a process that was stopped itself has not listened. */
const lookMillis = 500

const keepAliveMillis = 30_000

interface Watched {
  readonly socket: Socket
  /** The look before which the server was last heard; undefined: never yet, while the driver's own time limit holds. */
  heardAt: number | undefined
  /** How many bytes had been written then. More than those: an answer is due. */
  answered: number
  /** Looks since an answer is due, without a byte. */
  silentFor: number
}

export interface Options {
  /** How long an answer may be due without a byte: longer than the server itself lets a statement run. */
  readonly patience: Duration.Duration
  /** Whether the driver will speak TLS over the sockets. */
  readonly isSecure: boolean
  /** Is called after a server could not be reached, did not answer, or ended or refused a connection. */
  readonly onTrouble: () => void
}

/** Watches the sockets that it opens until the scope closes, which closes them too. */
export const make = Effect.fnUntraced(function* ({
  isSecure,
  onTrouble,
  patience
}: Options): Effect.fn.Return<Sockets, never, Scope.Scope> {
  const watched = new Set<Watched>()
  const looksOfPatience = Math.ceil(Duration.toMillis(patience) / lookMillis)
  let look = 0

  const dial = ({ host, port }: Place): Duplex => {
    const socket = host.startsWith("/")
      ? connect({ path: `${host}/.s.PGSQL.${port}` })
      : connect({ host, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: keepAliveMillis })
    const one: Watched = { socket, heardAt: undefined, answered: 0, silentFor: 0 }
    watched.add(one)
    socket.on("data", () => {
      one.heardAt = look
      one.answered = socket.bytesWritten
      one.silentFor = 0
    })
    // The driver says goodbye where it ends a connection. Where it has not, the server ended it, or refused it with a sentence: one that
    // shuts down answers so for as long as a standby that is out of reach keeps it waiting. Node itself ends a socket after the server did.
    const ended = () => {
      if (watched.delete(one) && !socket.writableEnded) onTrouble()
    }
    socket.on("end", ended).on("close", ended)
    socket.on("error", () => {}) // the driver has its own listener, but none while it closes
    // TLS reads below a plain socket, which then emits no data; it reads a duplex through its methods.
    return isSecure ? Duplex.from({ readable: socket, writable: socket }) : socket
  }

  const end = (one: Watched, why: string): void => {
    watched.delete(one)
    one.socket.destroy(new Error(why))
  }

  const lookAtAll = (): void => {
    look += 1
    const hanging = [...watched].filter((one) => {
      const isDue = one.heardAt !== undefined && one.socket.bytesWritten > one.answered
      one.silentFor = isDue ? one.silentFor + 1 : 0
      return one.silentFor > looksOfPatience
    })
    if (hanging.length === 0) return
    // Idle connections tell nothing. Those that were heard after the silence began show that the server is there; of the others each
    // would cost its next caller the same wait. Heard in the look in which it began: perhaps before.
    const silentSince = look - Math.max(...hanging.map(({ silentFor }) => silentFor))
    const idle = [...watched].filter(
      ({ heardAt, silentFor }) => silentFor === 0 && heardAt !== undefined && heardAt <= silentSince
    )
    for (const one of [...hanging, ...idle]) end(one, `the server did not answer within ${Duration.format(patience)}`)
    onTrouble()
  }
  yield* Effect.sleep(lookMillis).pipe(Effect.andThen(Effect.sync(lookAtAll)), Effect.forever, Effect.forkScoped)

  const closeAll = (why: string): void => {
    for (const one of watched) end(one, why)
  }
  // The driver has said goodbye on those that it ended; a server that hangs must not keep this process alive.
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      for (const { socket } of watched) {
        if (socket.writableEnded) socket.unref()
        else socket.destroy()
      }
    })
  )
  return { dial, closeAll }
})

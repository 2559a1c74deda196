/** Statements that store, of which the server is never told that their caller is gone. */
import { Effect, Fiber } from "effect"
import type { SqlClient, SqlError } from "effect/sql"

/** Runs a statement on a connection of its own. @param sent is called when it goes out. */
export const onOne = <A>(
  client: SqlClient.SqlClient,
  statement: Effect.Effect<A, SqlError.SqlError>,
  sent: () => void
): Effect.Effect<A, SqlError.SqlError> =>
  Effect.scoped(
    Effect.flatMap(client.reserve, (connection) => {
      sent()
      return Effect.provideService(statement, client.transactionService, [connection, 1])
    })
  )

/**
 * Runs `work`. Interrupted before its statement is sent, it ends; after that it goes on without its caller, until the server has answered or
 * the connection is given up.
 *
 * INVARIANT: nothing asks the server to cancel a statement that stores. Its commit may be waiting for a standby, and Postgres ends that wait by
 * showing the rows to everyone: a repeat would find them and be answered 201, and a failover would lose them (docs/decisions/0314).
 */
export const toItsEnd = <A, E>(work: (sent: () => void) => Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.suspend(() => {
      let isSent = false
      const running = Effect.forkDetach(
        Effect.interruptible(
          work(() => {
            isSent = true
          })
        )
      )
      return Effect.flatMap(running, (fiber) =>
        restore(Fiber.join(fiber)).pipe(
          Effect.onInterrupt(() => (isSent ? Effect.void : Effect.asVoid(Fiber.interrupt(fiber))))
        )
      )
    })
  )

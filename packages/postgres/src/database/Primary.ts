/** Which of the servers at an address is used: one that takes writes. Its connections are left when it hangs or becomes a standby. */
import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Fiber, Latch, Option, Result, Schema } from "effect"
import type { Scope } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlError } from "effect/sql"
import { shownOf } from "./Address.ts"
import type { Address, Place, Wanted } from "./Address.ts"
import * as Sockets from "./Sockets.ts"
import { refusalOf, StartRefused } from "./StartRefused.ts"
import { row } from "./TenantDatabase.ts"

export interface Primary {
  /** The options of connections to the server that is used at the moment when each is opened. */
  readonly options: (more: PgClient.PgPoolConfig) => PgClient.PgPoolConfig
  /** A server has refused to write: its connections are closed, and the others at the address are asked. */
  readonly doubt: Effect.Effect<void>
}

/** What a server answers about itself. */
export interface State {
  readonly isStandby: boolean
  /** A standby is, and so is a primary that was made read-only. */
  readonly isReadOnly: boolean
}

/** The server itself ends a statement after this time. */
const statementTimeout = Duration.seconds(5)

/** A connection on which an answer is due for this long has lost its server. */
const pastTimeout = Duration.sum(statementTimeout, Duration.seconds(2))

const askTimeout = "2 seconds"

/** Between two rounds of asking. */
const pause = "1 second"

const stateRow = row(Schema.Struct({ isStandby: Schema.Boolean, isReadOnly: Schema.Boolean }))

export const stateOf = (sql: PgClient.PgClient) =>
  sql`
    select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly"`.pipe(
    stateRow,
    Effect.map((state): State => state ?? { isStandby: true, isReadOnly: true })
  )

/** One connection to the server at `place`, as the login itself. */
const connectTo = ({ applicationName, url }: Address, { host, port }: Place) =>
  PgClient.makeClient({ url, host, port, applicationName }).pipe(Effect.provide(Reactivity.layer))

const acceptable: Readonly<Record<Wanted, (state: State) => boolean>> = {
  any: () => true,
  primary: ({ isStandby }) => !isStandby,
  "read-write": ({ isReadOnly }) => !isReadOnly,
  standby: ({ isStandby }) => isStandby
}

type Verdict = { readonly place: Place; readonly found: Result.Result<State, SqlError.SqlError> }

/** Asks a server what it is, and waits no longer than `askTimeout`, whatever hangs. */
const ask = Effect.fnUntraced(function* (address: Address, place: Place) {
  const asking = yield* Effect.forkDetach(
    Effect.result(Effect.scoped(Effect.flatMap(connectTo(address, place), stateOf)))
  )
  const found = yield* Effect.timeoutOption(Fiber.join(asking), askTimeout)
  if (Option.isSome(found)) return { place, found: found.value } satisfies Verdict
  yield* Effect.forkDetach(Fiber.interrupt(asking)) // the driver drains an interrupted statement for up to five seconds
  return { place, found: Result.fail(silence) } satisfies Verdict
})

const silence = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({ cause: new Error(`it did not answer within ${askTimeout}`) })
})

/** All at once; the first that is wanted, in the order of `places`. */
const seek = Effect.fnUntraced(function* (address: Address, places: ReadonlyArray<Place>) {
  const verdicts = yield* Effect.forEach(places, (place) => ask(address, place), { concurrency: "unbounded" })
  const accepted = verdicts.find(({ found }) => Result.isSuccess(found) && acceptable[address.wanted](found.success))
  return { verdicts, place: accepted?.place }
})

const noneOf = ({ shown, wanted }: Address, verdicts: ReadonlyArray<Verdict>): StartRefused => {
  if (!verdicts.some(({ found }) => Result.isSuccess(found))) {
    const [first] = verdicts.flatMap(({ found }) => (Result.isFailure(found) ? [found.failure] : []))
    return refusalOf(shown, first ?? silence)
  }
  if (wanted === "standby") return noStandby(shown)
  const said = verdicts.map(({ found, place }) => {
    if (Result.isFailure(found)) return `${shownOf(place)} cannot be used`
    return `${shownOf(place)} is ${found.success.isStandby ? "a standby" : "read-only"}`
  })
  return new StartRefused({
    reason: "standby",
    message: `No server at ${shown} takes writes: ${said.join(", ")}; name the primary too.`
  })
}

const noStandby = (shown: string): StartRefused =>
  new StartRefused({ reason: "standby", message: `No server at ${shown} is a standby.` })

/** Refuses a server that is not as the address wants it: a primary, or one that takes writes, for all but reads. */
export const refused = (address: Address, state: State): StartRefused | undefined => {
  if (address.wanted !== "standby") return state.isReadOnly ? standby(address, state) : undefined
  return state.isStandby ? undefined : noStandby(address.shown)
}

/** The refusal to start on a server that is no primary. */
const standby = ({ shown }: Address, { isStandby }: State): StartRefused =>
  new StartRefused({
    reason: "standby",
    message:
      `The database at ${shown} is ${isStandby ? "a standby" : "read-only"}, and Formwork writes; ` +
      "give the address of the primary, or of all servers with commas between."
  })

/**
 * Finds the server to use. With several at the address, refuses where none takes writes.
 * @param patience how long an answer may be due on a connection before the server counts as lost.
 */
export const make = Effect.fnUntraced(function* (
  address: Address,
  patience: Duration.Duration = pastTimeout
): Effect.fn.Return<Primary, StartRefused, Scope.Scope> {
  const { places } = address
  const isAlone = places.length === 1
  let [used] = places
  if (!isAlone) {
    const { place, verdicts } = yield* seek(address, places)
    if (place === undefined) return yield* noneOf(address, verdicts)
    used = place
  }

  const doubts = yield* Latch.make(false)
  let takesNoWrites = false
  const doubt = Effect.suspend(() => {
    takesNoWrites = true
    return doubts.open
  })
  const sockets = yield* Sockets.make({
    patience,
    isSecure: address.isSecure,
    onTrouble: () => doubts.openUnsafe()
  })

  const settle = Effect.gen(function* () {
    const isDemoted = takesNoWrites
    takesNoWrites = false
    // A name may lead to another server by now; a single address needs no more than new connections.
    const { place } = isAlone ? { place: used } : yield* seek(address, [used, ...places.filter((one) => one !== used)])
    if (place === undefined) yield* doubts.open
    else if (place !== used || isDemoted) {
      if (place !== used) yield* Effect.logWarning(`the database is used at ${shownOf(place)} from now on`)
      used = place
      sockets.closeAll("another server is used from now on, or this one takes no writes")
    }
  })
  yield* doubts.await.pipe(
    Effect.andThen(doubts.close),
    Effect.andThen(settle),
    Effect.andThen(Effect.sleep(pause)),
    Effect.forever,
    Effect.forkScoped
  )

  // INVARIANT: the driver reads its options anew for each connection, host and stream in one turn.
  const options = (more: PgClient.PgPoolConfig): PgClient.PgPoolConfig =>
    Object.defineProperties(
      { ...more, url: address.url, applicationName: address.applicationName },
      {
        host: { enumerable: true, get: () => used.host },
        port: { enumerable: true, get: () => used.port },
        stream: {
          enumerable: true,
          get: () => {
            const place = used
            return () => sockets.dial(place)
          }
        }
      }
    )
  return { options, doubt }
})

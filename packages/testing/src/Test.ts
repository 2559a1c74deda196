/** The whole domain for a test, in memory, with a clock that stands still until the test moves it. */
import { DateTime, Effect, Layer, References } from "effect"
import { TestClock } from "effect/testing"
import { defaultQuota, type Quota } from "@formwork/domain/limits/Budget"
import { SecretVault } from "@formwork/domain/secrets/SecretVault"
import { Sender } from "@formwork/domain/sending/Sender"
import * as Services from "@formwork/domain/Services"
import * as Memory from "@formwork/memory/Memory"
import { Tables } from "@formwork/memory/Tables"
import type { Fault } from "./Fault.ts"
import * as Faults from "./Faults.ts"
import * as Means from "./Means.ts"
import * as Seed from "./Seed.ts"

export interface Options {
  /** When the test begins: default 2026-01-01T09:00:00Z. `TestClock.adjust` moves the clock on. */
  readonly now?: DateTime.DateTime.Input
  /** What ids, tokens and delays are drawn from: default 0. Two tests with one seed that do the same get the same bytes. */
  readonly seed?: Seed.Seed
  /** Faults from the beginning; `failNext` and others of `Faults` add more. */
  readonly faults?: ReadonlyArray<Fault>
  /** The budget of a credential: default that of the server. */
  readonly quota?: Quota
}

const clock = (now: DateTime.DateTime.Input) =>
  Layer.effectDiscard(TestClock.setTime(DateTime.toEpochMillis(DateTime.makeUnsafe(now)))).pipe(
    Layer.provideMerge(TestClock.layer())
  )

/** Accepts everything, as a receiver that answers 200. */
const accepting = Layer.succeed(Sender, { send: () => Effect.succeed({ status: 200, excerpt: null }) })

/** The ports alone, over one empty set of tables: for services, or several sets of services, of your own. */
export const adapter = ({ faults = [], now = "2026-01-01T09:00:00Z", quota = defaultQuota, seed = 0 }: Options = {}) =>
  Faults.layer(faults).pipe(
    Layer.provideMerge(Layer.merge(Memory.layerOver(quota), accepting)),
    Layer.provideMerge(Layer.merge(Means.layer, Tables.layer)),
    Layer.provideMerge(Seed.layer(seed)),
    Layer.provideMerge(clock(now))
  )

/**
 * Every service of the domain, the ports, `Tables`, `Faults` and the test's clock. It is empty each time that it is built.
 * Effects are sent by `drain`, to a `Sender` that accepts everything. Logs below warnings are left out.
 */
export const layer = (options: Options = {}) =>
  Layer.merge(Services.layer, SecretVault.layer).pipe(
    Layer.provideMerge(adapter(options)),
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "Warn"))
  )

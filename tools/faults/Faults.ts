/** The faults that a run injects under load. */
import { Result } from "effect"
import { setTimeout as sleep } from "node:timers/promises"
import * as ClocksAndPoolers from "./ClocksAndPoolers.ts"
import type { Fault } from "./Fault.ts"
import type { Client } from "./world/Client.ts"
import type { Journal } from "./world/Journal.ts"
import type { Plan } from "./Plan.ts"
import type { Random } from "./world/Random.ts"
import type { Mood, Receiver } from "./world/Receivers.ts"
import type { World } from "./world/World.ts"
import type { Ending, Weather } from "./world/Wire.ts"
import { fair } from "./world/Wire.ts"

/** Lanes of faults, which run beside each other, each one fault at a time: of processes, of the connection to the database, of receivers. */
export interface Faults {
  readonly lanes: ReadonlyArray<ReadonlyArray<Fault>>
  /** What is left out, and why. */
  readonly leftOut: ReadonlyArray<string>
}

const done = async (work: Promise<unknown>): Promise<true> => {
  await work
  return true
}

const kills = ({ servers, workers }: World): ReadonlyArray<Fault> =>
  [...servers, ...workers].map(({ kill, name }) => ({ name: `kill -9 of ${name}`, happen: () => done(kill()) }))

const connections = ({ database: { crash, terminate } }: World): ReadonlyArray<Fault> => [
  { name: "pg_terminate_backend", happen: terminate },
  { name: "pg_terminate_backend", happen: terminate },
  { name: "kill -9 of a Postgres backend", happen: crash }
]

const weathers: ReadonlyArray<Weather & { readonly name: string }> = [
  { name: "100 ms before each piece from and to the database", latencyMillis: 100, piece: Number.POSITIVE_INFINITY },
  { name: "32 bytes every 2 ms from and to the database", latencyMillis: 2, piece: 32 }
]

const wires = ({ wire }: World, { spellMillis }: Plan): ReadonlyArray<Fault> => [
  ...(["closed", "reset"] as const).map((ending) => ({
    name: `every connection to the database ${ending}`,
    happen: () => {
      wire.cut(ending)
      return Promise.resolve(true)
    }
  })),
  ...weathers.map(({ name, ...weather }) => ({
    name,
    happen: async () => {
      wire.weather(weather)
      await sleep(spellMillis)
      wire.weather(fair)
      return true
    }
  }))
]

/** The database, its address, or one of its processes hangs: every connection stays open, and nothing answers. */
const hangs = (
  { database: { freeze, holdAdmissions, stopFiling }, pacing: { whileFiling }, wire }: World,
  { hangMillis }: Plan
): ReadonlyArray<Fault> => [
  { name: "every process of Postgres is stopped", happen: () => done(freeze(hangMillis)) },
  { name: "the database moves, and its connections stay open", happen: () => whileFiling(wire.move) },
  {
    name: "a Postgres backend is stopped that holds a form's counter",
    happen: () => whileFiling(() => stopFiling(hangMillis))
  },
  { name: "a Postgres backend is stopped that holds a key's count", happen: () => done(holdAdmissions(hangMillis)) }
]

/** Fills the disk until a client gets an error for it. */
const fullDisk = (
  { database: { disk }, pacing: { whileFiling } }: World,
  { statuses }: Journal
): ReadonlyArray<Fault> =>
  Result.isFailure(disk)
    ? []
    : [
        {
          name: "no room on the disk",
          happen: () =>
            whileFiling(async () => {
              const refused = statuses.get(503) ?? 0
              await disk.success.fill()
              for (let waits = 0; waits < 100 && (statuses.get(503) ?? 0) < refused + 5; waits++) await sleep(100)
              await disk.success.free()
              return (statuses.get(503) ?? 0) >= refused + 5
            })
        }
      ]

/** Postgres itself ends, and is started again as by a service manager; meanwhile clients get an error. */
const fullLogDisk = (
  { database: { endForLackOfLog }, pacing: { whileFiling } }: World,
  { statuses }: Journal
): ReadonlyArray<Fault> =>
  Result.isFailure(endForLackOfLog)
    ? []
    : [
        {
          name: "no room for the write-ahead log, and Postgres ends",
          happen: () => {
            const refused = statuses.get(503) ?? 0
            return whileFiling(() => endForLackOfLog.success(() => (statuses.get(503) ?? 0) >= refused + 5))
          }
        }
      ]

const moods: ReadonlyArray<Mood> = ["failing", "silent", "late", "hanging up"]

const spells = (receivers: ReadonlyArray<Receiver>, { spellMillis }: Plan, random: Random): ReadonlyArray<Fault> => [
  ...moods.map((mood) => ({
    name: `a receiver is ${mood}`,
    happen: async () => {
      const receiver = random.pick(receivers)
      receiver.mood(mood)
      await sleep(spellMillis)
      receiver.mood("well")
      return true
    }
  })),
  {
    name: "a receiver is stopped",
    happen: async () => {
      const receiver = random.pick(receivers)
      await receiver.stop()
      await sleep(spellMillis)
      await receiver.start()
      return true
    }
  }
]

/** How many bytes the database answers to a filing. The first answer on a connection is longer: it describes the columns. */
export interface AnswerLengths {
  readonly first: number
  readonly next: number
}

/** One filing through the proxy, which cuts the database's answer after so many bytes. */
const cutAfter = async (
  { servers: [first], wire }: World,
  client: Client,
  marker: string,
  bytes: number,
  ending: Ending
): Promise<{ readonly wasCut: boolean; readonly seen: number }> => {
  // The server may have been killed, and be starting again.
  let address = first?.address()
  for (let waits = 0; address === undefined && waits < 600; waits++) {
    await sleep(100)
    address = first?.address()
  }
  if (address === undefined) return { wasCut: false, seen: 0 }
  let wasCut = false
  const armed = wire.lieInWait(marker, bytes, ending)
  void armed.sprung.then(() => {
    wasCut = true
  })
  await client.file(marker, address)
  armed.disarm()
  return { wasCut, seen: armed.seen() }
}

/** Cuts the server's connections, so that it makes new ones. */
const freshly = async ({ wire }: World): Promise<void> => {
  wire.cut("closed")
  await sleep(20)
}

/** Files a few times without a cut, and alone: filings that share a statement have a longer answer, which no later one need have. */
export const measure = (world: World, client: Client): Promise<AnswerLengths> =>
  world.pacing.alone(async () => {
    await sleep(1_000) // what others have begun ends
    const seen: Array<number> = []
    for (let times = 0; times < 10; times++) {
      if (times < 2) await freshly(world)
      seen.push((await cutAfter(world, client, `measured-${times}.`, Number.POSITIVE_INFINITY, "closed")).seen)
    }
    return { first: Math.max(...seen), next: Math.min(...seen) }
  })

/** Every place of an answer, or some of them, with the first and the last. */
const cuts = (world: World, client: Client, { first, next }: AnswerLengths, { cuts }: Plan): ReadonlyArray<Fault> => {
  const count = Math.min(cuts, first + 1)
  return Array.from({ length: count }, (_, index) => {
    const bytes = Math.round((index * first) / (count - 1))
    const ending = index % 2 === 0 ? "reset" : "closed"
    return {
      name: `the answer to a filing ${ending} after ${bytes} of ${first} bytes`,
      happen: async () => {
        // The server may be killed just then, or the statement run on a connection of another age; and a filing that shares a
        // statement with others has a longer answer than one that is alone.
        const attempt = async (tries: number): Promise<boolean> => {
          if (bytes > next || tries > 0) await freshly(world)
          return (await cutAfter(world, client, `cut-${bytes}-${tries}.`, bytes, ending)).wasCut
        }
        for (let tries = 0; tries < 20; tries++) if (await attempt(tries)) return true
        if (bytes <= next) return false
        // What lies beyond the usual answer is only in the first one of a connection, which another client may get: until they wait.
        return world.pacing.alone(async () => {
          for (let tries = 20; tries < 100; tries++) if (await attempt(tries)) return true
          return false
        })
      }
    }
  })
}

/**
 * @param client files what is cut.
 */
export const make = (
  world: World,
  plan: Plan,
  random: Random,
  journal: Journal,
  client: Client,
  lengths: AnswerLengths
): Faults => {
  const { disk, endForLackOfLog } = world.database
  const rounds = (faults: () => ReadonlyArray<Fault>) =>
    Array.from({ length: plan.rounds }).flatMap(() => random.shuffled(faults()))
  const between = [
    ...rounds(() => [
      ...connections(world),
      ...wires(world, plan),
      ...fullDisk(world, journal),
      ...fullLogDisk(world, journal),
      ...ClocksAndPoolers.poolers(world)
    ]),
    ...Array.from({ length: plan.hangs }).flatMap(() => hangs(world, plan)),
    ...cuts(world, client, lengths, plan)
  ]
  return {
    lanes: [
      rounds(() => [...kills(world), ...ClocksAndPoolers.clocks(world, plan)]),
      random.shuffled(between),
      rounds(() => spells(world.receivers, plan, random))
    ],
    leftOut: [
      ...(Result.isFailure(disk) ? [`no room on the disk: ${disk.failure}`] : []),
      ...(Result.isFailure(endForLackOfLog) ? [`no room for the write-ahead log: ${endForLackOfLog.failure}`] : []),
      ...ClocksAndPoolers.leftOut(world)
    ]
  }
}

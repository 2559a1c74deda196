/**
 * Room for files, in turns: of groups (organisations), in a group of lanes (credentials), in a lane of clients. What is held in each of
 * them stays within its share, or is one file (docs/decisions/0299).
 */
import type { Place } from "../connection/FairQueue.ts"

/** Whose file it is. */
export interface Sender extends Place {
  /** The network that it comes from. */
  readonly client: string
}

/** The room that a file has. */
export interface Held {
  /** Gives it back; may be called again. */
  readonly release: () => void
  /**
   * Whether the file has to go. One that is slow has to where others wait for room that it keeps, and no slower one keeps it. Its room is
   * given back at once then.
   * @param slowness how many bytes a second it came with, where that is slow; undefined where it is not.
   */
  readonly hasToGo: (slowness: number | undefined) => boolean
}

export interface Waiter {
  readonly bytes: number
  readonly begin: (held: Held) => void
}

interface Holder {
  slowness: number | undefined
}

/** The room as a whole, a group, a lane or a client. */
export interface Part {
  readonly name: string
  readonly within: Part | undefined
  readonly share: number
  /** In the order of their turns. */
  readonly parts: Map<string, Part>
  /** Of a client. */
  readonly waiting: Set<Waiter>
  /** Those of its parts too. */
  readonly holders: Set<Holder>
  held: number
}

const part = (name: string, share: number, within?: Part): Part => {
  const found = within?.parts.get(name)
  if (found !== undefined) return found
  const made = {
    name,
    within,
    share,
    parts: new Map(),
    waiting: new Set<Waiter>(),
    holders: new Set<Holder>(),
    held: 0
  }
  within?.parts.set(name, made)
  return made
}

/** A part, the one that it is in, and so on. */
const outwards = (inner: Part): ReadonlyArray<Part> =>
  inner.within === undefined ? [inner] : [inner, ...outwards(inner.within)]

const isRoom = ({ held, share }: Part, bytes: number): boolean => held === 0 || held + bytes <= share

/** The next file that may begin. One that waits for room in a part is not passed by smaller ones of the part. */
const nextIn = (outer: Part): readonly [Part, Waiter] | undefined => {
  const [first] = outer.waiting
  let found: readonly [Part, Waiter] | undefined = first && [outer, first]
  for (const inner of outer.parts.values()) found ??= nextIn(inner)
  return found !== undefined && isRoom(outer, found[1].bytes) ? found : undefined
}

/** The first file that waits of each client. */
const heads = (outer: Part): ReadonlyArray<readonly [Part, Waiter]> => {
  const [first] = outer.waiting
  return [...(first ? [[outer, first] as const] : []), ...[...outer.parts.values()].flatMap(heads)]
}

/** @param limit bytes in all: half of it for a group, and a quarter for a lane. */
export const make = (limit: number) => {
  const whole = part("", limit)

  const forget = (inner: Part): void => {
    for (const one of outwards(inner))
      if (one.held === 0 && one.waiting.size === 0 && one.parts.size === 0) one.within?.parts.delete(one.name)
  }
  const give = (client: Part, bytes: number): Held => {
    const all = outwards(client)
    const holder: Holder = { slowness: undefined }
    for (const one of all) {
      one.held += bytes
      one.holders.add(holder)
    }
    const release = () => {
      if (!whole.holders.has(holder)) return
      for (const one of all) {
        one.held -= bytes
        one.holders.delete(holder)
      }
      pump()
      forget(client)
    }
    const isSlowestOf = (others: ReadonlySet<Holder>, slowness: number) =>
      others.has(holder) && [...others].every((other) => (other.slowness ?? Infinity) >= slowness)
    return {
      release,
      hasToGo: (slowness) => {
        holder.slowness = slowness
        if (slowness === undefined) return false
        const goes = heads(whole).some(([waits, waiter]) => {
          const full = outwards(waits).find((one) => !isRoom(one, waiter.bytes))
          return full !== undefined && isSlowestOf(full.holders, slowness)
        })
        if (goes) release()
        return goes
      }
    }
  }
  const pump = (): void => {
    for (let found = nextIn(whole); found !== undefined; found = nextIn(whole)) {
      const [client, waiter] = found
      client.waiting.delete(waiter)
      // To the end of each turn.
      for (const one of outwards(client)) {
        one.within?.parts.delete(one.name)
        one.within?.parts.set(one.name, one)
      }
      waiter.begin(give(client, waiter.bytes))
    }
  }
  return {
    of: ({ client, group, lane }: Sender): Part =>
      part(client, Infinity, part(lane, limit / 4, part(group, limit / 2, whole))),
    /** Whether the files that a client's lane has leave room for those that wait in it. */
    isRoomInLane: ({ within: lane }: Part): boolean =>
      lane === undefined || heads(lane).every(([, { bytes }]) => isRoom(lane, bytes)),
    join: (client: Part, waiter: Waiter): void => {
      client.waiting.add(waiter)
      pump()
    },
    leave: (client: Part, waiter: Waiter): void => {
      // Those behind it may fit.
      if (client.waiting.delete(waiter)) pump()
      forget(client)
    }
  }
}

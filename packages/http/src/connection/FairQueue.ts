/**
 * Requests that wait for a place, in turns: of groups (organisations), and in a group of lanes (credentials). One lane or group
 * cannot take more than its share of the places, nor put more than one request before a waiting one of another lane.
 */

/** Who a request counts for. */
export interface Place {
  readonly group: string
  readonly lane: string
}

/** How many requests run at once: in all, of a group, of a lane. Those that stand aside count for their lane alone. */
export interface Shares {
  readonly all: number
  readonly group: number
  readonly lane: number
}

interface Lane<A> {
  readonly name: string
  readonly group: Group<A>
  readonly waiting: Set<A>
  running: number
}

interface Group<A> {
  readonly name: string
  readonly lanes: Map<string, Lane<A>>
  /** Lanes that may go next, in the order of their turns. */
  readonly ready: Set<Lane<A>>
  running: number
}

export interface Ticket<A> {
  readonly lane: Lane<A>
  readonly waiter: A
}

const firstOf = <A>(set: ReadonlySet<A> | undefined): A | undefined => {
  const [first] = set ?? []
  return first
}

/** How many `set` has with `item`, which it may have already. */
const sizeWith = <A>(set: ReadonlySet<A | undefined> | undefined, item: A | undefined): number =>
  set === undefined ? 1 : set.size + (set.has(item) ? 0 : 1)

/** The lane of a place; made where there is none. */
const laneOf = <A>(groups: Map<string, Group<A>>, place: Place): Lane<A> => {
  const group: Group<A> = groups.get(place.group) ?? {
    name: place.group,
    lanes: new Map(),
    ready: new Set(),
    running: 0
  }
  groups.set(group.name, group)
  const lane: Lane<A> = group.lanes.get(place.lane) ?? { name: place.lane, group, waiting: new Set(), running: 0 }
  group.lanes.set(lane.name, lane)
  return lane
}

const lanesOf = <A>(groups: ReadonlyMap<string, Group<A>>): ReadonlyArray<Lane<A>> =>
  [...groups.values()].flatMap((group) => [...group.lanes.values()])

/** A new queue. */
export const make = <A>(shares: Shares) => {
  const groups = new Map<string, Group<A>>()
  const ready = new Set<Group<A>>()
  let running = 0
  let waiting = 0

  /** Puts a lane and its group where they belong after a change; forgets those that have nothing left. */
  const settle = (lane: Lane<A>): void => {
    const { group } = lane
    if (lane.waiting.size === 0 || lane.running >= shares.lane) group.ready.delete(lane)
    else group.ready.add(lane)
    if (group.ready.size === 0 || group.running >= shares.group) ready.delete(group)
    else ready.add(group)
    if (lane.waiting.size === 0 && lane.running === 0) group.lanes.delete(lane.name)
    if (group.lanes.size === 0) groups.delete(group.name)
  }
  /** Changes how many of a lane are under way, and how many places they have. */
  const change = (lane: Lane<A>, underWay: 1 | 0 | -1, places: 1 | -1): void => {
    lane.running += underWay
    lane.group.running += places
    running += places
    settle(lane)
  }

  return {
    /** Puts a request at the end of its lane. */
    add: (place: Place, waiter: A): Ticket<A> => {
      const lane = laneOf(groups, place)
      lane.waiting.add(waiter)
      waiting += 1
      settle(lane)
      return { lane, waiter }
    },
    /** Takes the request whose turn it is; it runs until `done`. Undefined where none waits, or none may run. */
    next: (): A | undefined => {
      const lane = running < shares.all ? firstOf(firstOf(ready)?.ready) : undefined
      const waiter = firstOf(lane?.waiting)
      if (lane === undefined || waiter === undefined) return undefined
      lane.waiting.delete(waiter)
      waiting -= 1
      change(lane, 1, 1)
      // To the end of both turns.
      lane.group.ready.delete(lane)
      ready.delete(lane.group)
      settle(lane)
      return waiter
    },
    /** A request of the lane has ended. */
    done: ({ lane }: Ticket<A>): void => change(lane, -1, -1),
    /** A running request of the lane gives its place up until `back`. */
    aside: ({ lane }: Ticket<A>): void => change(lane, 0, -1),
    /** It goes on at once, even where the places are taken: the next one waits for as much longer. */
    back: ({ lane }: Ticket<A>): void => change(lane, 0, 1),
    /** Takes a request out that waits. Gives whether it did. */
    leave: ({ lane, waiter }: Ticket<A>): boolean => {
      if (!lane.waiting.delete(waiter)) return false
      waiting -= 1
      settle(lane)
      return true
    },
    /** How many of those that wait now go before a new one of this place, at most, where every lane and group may run. */
    before: (place: Place): number => {
      const group = groups.get(place.group)
      const lane = group?.lanes.get(place.lane)
      const turns = ((lane?.waiting.size ?? 0) + 1) * sizeWith(group?.ready, lane) * sizeWith(ready, group)
      return Math.min(turns - 1, waiting)
    },
    /** The longest waiting request of each lane. */
    heads: (): ReadonlyArray<Ticket<A>> =>
      lanesOf(groups).flatMap((lane) => {
        const waiter = firstOf(lane.waiting)
        return waiter === undefined ? [] : [{ lane, waiter }]
      }),
    sizes: () => ({ running, waiting }),
    /** How many groups and lanes it keeps: those with a request. */
    kept: () => ({ groups: groups.size, lanes: lanesOf(groups).length })
  }
}

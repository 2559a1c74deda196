/** Groups items by key; groups and items keep their order. */
export const grouped = <Thing>(
  things: ReadonlyArray<Thing>,
  keyOf: (thing: Thing) => string
): ReadonlyMap<string, ReadonlyArray<Thing>> => {
  const groups = new Map<string, Array<Thing>>()
  for (const thing of things) {
    const key = keyOf(thing)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [thing])
    else group.push(thing)
  }
  return groups
}

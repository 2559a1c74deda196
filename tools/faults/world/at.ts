/** The item at an index of a list that is known to be long enough. */
export const at = <A>(list: ReadonlyArray<A>, index: number): A => {
  const item = list[index]
  if (item === undefined) throw new RangeError(`a list of ${list.length} has no item ${index}`)
  return item
}

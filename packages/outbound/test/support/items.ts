/** Lists of a known length. A list of another length fails the test. */

export const only = <A>(items: ReadonlyArray<A>): A => {
  const [item] = items
  if (item === undefined || items.length > 1) throw new Error(`${items.length} items instead of one`)
  return item
}

export const both = <A>(items: ReadonlyArray<A>): readonly [first: A, second: A] => {
  const [first, second] = items
  if (first === undefined || second === undefined || items.length > 2)
    throw new Error(`${items.length} items instead of two`)
  return [first, second]
}

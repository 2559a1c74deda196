/** Gives what `make` makes: the same one while anybody keeps it or memory is plenty, else another that is equal. */
export const memoizeWeak = <A extends object>(make: () => A): (() => A) => {
  let last: WeakRef<A> | undefined
  return () => {
    const kept = last?.deref()
    if (kept !== undefined) return kept
    const made = make()
    last = new WeakRef(made)
    return made
  }
}

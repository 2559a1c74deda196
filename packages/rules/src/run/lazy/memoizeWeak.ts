/** Memoizes `make` in a WeakRef. After a garbage collection the next call makes an equal object. */
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

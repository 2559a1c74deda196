/** What `make` gives for each key, made once. It keeps all of them. */
export const kept = <Key extends string | number, A>(make: (key: Key) => A): ((key: Key) => A) => {
  const made = new Map<Key, A>()
  return (key) => {
    const known = made.get(key)
    if (known !== undefined) return known
    const one = make(key)
    made.set(key, one)
    return one
  }
}

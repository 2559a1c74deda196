/** Makes plain data that several worlds share unchangeable: a world that changes it in its place fails at once. */
export const frozen = <A>(value: A): A => {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value
  if (value instanceof Map) for (const [, member] of value) frozen(member)
  else if (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype) {
    Object.freeze(value)
    for (const member of Object.values(value)) frozen(member)
  }
  return value
}

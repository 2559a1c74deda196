/** Whether two values of JSON are the same, in whichever order their members are. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [members, others] = [Object.entries(one), new Map<string, unknown>(Object.entries(other))]
  return (
    members.length === others.size &&
    members.every(([name, value]) => others.has(name) && isSame(value, others.get(name)))
  )
}

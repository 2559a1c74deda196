/** Whether an effect of a definition names a secret: to sign with it, or in a header. */
const isNamed = (value: unknown, name: string): boolean => {
  if (Array.isArray(value)) return value.some((one) => isNamed(one, name))
  if (typeof value !== "object" || value === null) return false
  return Object.entries(value).some(([member, one]) => (member === "secret" && one === name) || isNamed(one, name))
}

/** A body may have a member `secret` of its own: it is no reference, and is not looked at. */
export const namesSecret = (definition: unknown, name: string): boolean => {
  const effects: unknown =
    typeof definition === "object" && definition !== null ? Reflect.get(definition, "effects") : []
  if (!Array.isArray(effects)) return false
  return effects.some((effect: unknown) => {
    if (typeof effect !== "object" || effect === null) return false
    const { body: _, ...others } = Object(effect)
    return isNamed(others, name)
  })
}

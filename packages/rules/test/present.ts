/** `value`, which the test knows to be there. Throws otherwise. */
export const present = <A>(value: A): NonNullable<A> => {
  if (value === undefined || value === null) throw new Error("a value is missing that the test counts on")
  return value
}

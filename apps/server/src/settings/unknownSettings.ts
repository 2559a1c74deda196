/** Variables of the environment that look like a setting and are none: a misspelt one would otherwise be ignored in silence. */

/** A variable that begins with one of these is meant for this program. */
const prefixes = ["FORMWORK_", "RATE_LIMIT_", "WORKER_", "OUTBOUND_"]

/** Kubernetes gives each container such variables for each service, one of which may well be called "formwork" or "worker". */
const isService = (name: string, value: string): boolean =>
  /_SERVICE_(HOST|PORT(_\w+)?)$/u.test(name) || (/_PORT(_\d+_\w+)?$/u.test(name) && !/^\d*$/u.test(value))

/** How many letters to add, drop, change or swap with the next one to get from one name to the other. */
const distance = (one: string, other: string): number => {
  let before: ReadonlyArray<number> = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row++) {
    const next = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity
      )
    }
    before = last
    last = next
  }
  return last[other.length] ?? 0
}

/** Two short names may be near and have nothing to do with each other. */
const allowed = ({ length }: string): number => (length < 4 ? 0 : length < 10 ? 1 : length < 16 ? 2 : 3)

/** The known name that this one is a slip of, if any. */
const nearest = (name: string, known: ReadonlyArray<string>): string | undefined => {
  const upper = name.toUpperCase()
  const near = known
    // Names whose lengths differ by more are further apart: this is asked of every variable at every start.
    .filter((other) => Math.abs(other.length - upper.length) <= allowed(other))
    .map((other) => ({ other, far: distance(upper, other) }))
    .filter(({ far, other }) => far <= allowed(other))
    .toSorted((one, other) => one.far - other.far)
  return near[0]?.other
}

/**
 * A sentence for each variable that looks like a setting and is none.
 * @param environment the variables that are set.
 * @param known every name that means something to this program.
 */
export const unknownSettings = (
  environment: Readonly<Record<string, string | undefined>>,
  known: ReadonlyArray<string>
): ReadonlyArray<string> => {
  const names = new Set([...known, ...known.map((name) => `${name}_FILE`)])
  return Object.entries(environment).flatMap(([name, value = ""]) => {
    if (names.has(name) || isService(name, value)) return []
    const meant = nearest(name, [...names])
    if (meant !== undefined) return [`${name} is not a setting. Did you mean ${meant}?`]
    return prefixes.some((prefix) => name.startsWith(prefix))
      ? [`${name} is not a setting. \`formwork settings\` lists them.`]
      : []
  })
}

/** Formats of `Intl`, each made once: making one takes as long as writing a hundred values. */

const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

const once = <A>(known: Map<string, A>, key: string, make: () => A): A => {
  const made = known.get(key) ?? make()
  known.set(key, made)
  return made
}

export const numberFormat = (language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat =>
  once(numbers, `${language} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(language, options))

export const dateFormat = (language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  once(dates, `${language} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(language, options))

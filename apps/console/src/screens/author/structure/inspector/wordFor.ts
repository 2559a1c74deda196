/** The sentence of a name that the definition may have and the catalogue may not. */
export const wordFor = <A>(words: { readonly [name: string]: A }, name: string): A | undefined =>
  Object.hasOwn(words, name) ? words[name] : undefined

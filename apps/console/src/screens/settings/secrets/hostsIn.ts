/** The hosts in a text: between spaces, commas or lines. */
export const hostsIn = (text: string): ReadonlyArray<string> => text.split(/[\s,;]+/u).filter(Boolean)

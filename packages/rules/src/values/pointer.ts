/** JSON Pointers (RFC 6901) into a definition. */

/** The pointer of a member. */
export const below = (pointer: string, member: string | number): string =>
  `${pointer}/${String(member).replace(/~/g, "~0").replace(/\//g, "~1")}`

/** The reference tokens of a pointer: names and indexes. */
export const pointerTokens = (pointer: string): ReadonlyArray<string> =>
  pointer
    .split("/")
    .slice(1)
    .map((token) => token.replace(/~1/g, "/").replace(/~0/g, "~"))

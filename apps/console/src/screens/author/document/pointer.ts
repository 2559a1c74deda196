/** JSON Pointers (RFC 6901): where a member of a definition is. The empty pointer is the whole definition. */

/** The pointer of a member or an entry. */
export const below = (pointer: string, member: string | number): string =>
  `${pointer}/${String(member).replace(/~/g, "~0").replace(/\//g, "~1")}`

/** Names and indexes, from the outermost to the innermost. */
export const tokensOf = (pointer: string): ReadonlyArray<string> =>
  pointer
    .split("/")
    .slice(1)
    .map((token) => token.replace(/~1/g, "/").replace(/~0/g, "~"))

/** The pointer of the object or list that has the member. Undefined for the whole definition. */
export const parentOf = (pointer: string): string | undefined =>
  pointer === "" ? undefined : pointer.slice(0, pointer.lastIndexOf("/"))

/** The name or the index of the member; empty for the whole definition. */
export const lastOf = (pointer: string): string => tokensOf(pointer).at(-1) ?? ""

/** Whether `pointer` leads to `other` or to something in it. */
export const isWithin = (pointer: string, other: string): boolean =>
  pointer === other || pointer.startsWith(`${other}/`)

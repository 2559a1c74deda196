/** How names of fields and pointers into the values belong together. */

/** `/drivers/0/age` of `drivers[0].age`, as the hidden fields are written; `/address/street` of a field in a group. */
export const pointerOfHidden = (name: string): string => `/${name.replace(/\[(\d+)\]/u, "/$1").replaceAll(".", "/")}`

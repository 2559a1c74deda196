/** A name that is free. */
import { groupsOf } from "@formwork/rules/groups"

/** `name`, or the first of `name2`, `name3` … that is not taken. */
export const freeName = (taken: ReadonlySet<string>, name: string): string => {
  if (!taken.has(name)) return name
  const stem = name.replace(/\d+$/, "")
  for (let count = 2; ; count++) if (!taken.has(`${stem}${count}`)) return `${stem}${count}`
}

/** The names that fields take: their own, and those of the groups that they are in. */
export const takenBy = (slugs: ReadonlyArray<string>): ReadonlyArray<string> => [...slugs, ...groupsOf(slugs)]

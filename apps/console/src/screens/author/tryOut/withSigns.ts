/** A form's texts as the rest of the workspace shows them: with signs for control characters, which would be obeyed in the form itself. */
import { signed } from "../../../parts/foreignText.ts"

const texts: ReadonlySet<string> = new Set(["title", "label", "description", "hint", "placeholder", "unit"])

/** The same, with signs in the members that people read. */
export const withSigns = <A>(part: A): A => {
  if (typeof part !== "object" || part === null) return part
  const signedMembers = Object.entries(part).map(([name, value]): [string, unknown] => [
    name,
    typeof value === "string" && texts.has(name) ? signed(value) : withSigns(value)
  ])
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same members, of the same types
  return (Array.isArray(part) ? signedMembers.map(([, value]) => value) : Object.fromEntries(signedMembers)) as A
}

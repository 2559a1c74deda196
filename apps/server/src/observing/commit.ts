/** Which commit runs: what an image says of itself in FORMWORK_COMMIT, or what is checked out where this runs from a clone. */
import { readFileSync } from "node:fs"

const root = new URL("../../../../.git/", import.meta.url)

const read = (path: string): string => readFileSync(new URL(path, root), "utf8").trim()

/** The commit of a branch: in a file of its own, or in the list of all. */
const ofBranch = (name: string): string => {
  try {
    return read(name)
  } catch {
    return (
      read("packed-refs")
        .split("\n")
        .find((line) => line.endsWith(` ${name}`))
        ?.split(" ")[0] ?? "unknown"
    )
  }
}

/** The first twelve digits, or `unknown`. */
export const commit = (): string => {
  const given = process.env["FORMWORK_COMMIT"] ?? ""
  if (given !== "") return given.slice(0, 12)
  try {
    const head = read("HEAD")
    return (head.startsWith("ref: ") ? ofBranch(head.slice(5)) : head).slice(0, 12)
  } catch {
    return "unknown"
  }
}

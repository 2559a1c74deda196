/** The user that a test server runs as. */
import { readFileSync } from "node:fs"

export interface User {
  readonly uid: number
  readonly gid: number
}

/** Undefined: the user who runs the tests. */
export const serverUser = (): User | undefined => (process.getuid?.() === 0 ? otherThanRoot() : undefined)

/** Postgres refuses to run as root: the first of these users that this machine has. */
const otherThanRoot = (): User => {
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
  for (const name of ["postgres", "nobody", "daemon"]) {
    const [, , uid, gid] = users.find((fields) => fields[0] === name) ?? []
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error(
    "The test server cannot run as root, and this machine has no user postgres, nobody or daemon; set TEST_DATABASE_URL."
  )
}

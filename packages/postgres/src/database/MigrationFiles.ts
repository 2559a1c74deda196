/** The files under migrations/, which say how a database is brought to the schema that this program needs. */
import { Effect } from "effect"
import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL("../../migrations", import.meta.url))

export interface Migration {
  readonly id: number
  readonly name: string
  readonly sql: string
  readonly sha256: string
  /**
   * Programs whose newest migration is this one or a later one run beside it: nothing that they use is gone or means something else
   * (docs/decisions/0321). Undefined where all others have to be stopped before it.
   */
  readonly servesFrom: number | undefined
}

/** The line of a file that says so. */
const serving = /^-- Programs from ([0-9]{4}) on run beside it\.$/mu

/** @param name four digits, which are the number, and a word: `0034_upgrades.sql`. */
export const migration = (name: string, sql: string): Migration => {
  const served = serving.exec(sql)?.[1]
  return {
    id: Number(name.slice(0, 4)),
    name,
    sql,
    sha256: createHash("sha256").update(sql).digest("hex"),
    servesFrom: served === undefined ? undefined : Number(served)
  }
}

/** The migrations of this program, oldest first. */
export const known: Effect.Effect<ReadonlyArray<Migration>> = Effect.promise(async () => {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).sort()
  return Promise.all(names.map(async (name) => migration(name, await readFile(`${folder}/${name}`, "utf8"))))
})

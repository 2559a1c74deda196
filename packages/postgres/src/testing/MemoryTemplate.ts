/** Databases in memory whose files one process of a test run has made: that takes longer than many a test. */
import { Layer } from "effect"
import { openAsBlob } from "node:fs"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import * as Pglite from "../embedded/Pglite.ts"
import * as MadeOnce from "./MadeOnce.ts"

const file = "files.tar"

export const layer = Layer.succeed(Pglite.Template, async (driver) => {
  const made = await MadeOnce.folder("memory", async (empty) =>
    writeFile(join(empty, file), (await Pglite.makeTemplate(driver)).stream())
  )
  return made === undefined ? Pglite.makeTemplate(driver) : openAsBlob(join(made, file), { type: "application/x-tar" })
})

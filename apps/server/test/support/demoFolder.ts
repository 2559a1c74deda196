/** The data folder of an embedded database after its first start. */
import { execFileSync } from "node:child_process"
import { join } from "node:path"
import * as MadeOnce from "@formwork/postgres/testing/MadeOnce"
import { inFolder } from "./formwork.ts"
import { serving } from "./warm.ts"

/**
 * Makes `data` the folder of a server that has started and ended before, with the demo in it: for tests whose point is not the first
 * start. A server makes it once a run; outside of a run, the test's own server makes it.
 */
export const demoIn = async (data: string): Promise<void> => {
  const made = await MadeOnce.folder("demo", (empty) =>
    serving({ FORMWORK_DATA_DIR: join(empty, "data") }, async (_address, running) => {
      await running.says(/Ctrl-C/u)
    })
  )
  if (made !== undefined) execFileSync("cp", ["-a", join(made, "data"), data])
}

/** Such a folder for as long as `use` takes. */
export const inDemo = <A>(use: (data: string) => Promise<A>): Promise<A> =>
  inFolder(async (folder) => {
    const data = join(folder, "data")
    await demoIn(data)
    return use(data)
  })

/** A form's whole life on the embedded database. */
import { it } from "vitest"
import { demoOf } from "./support/demo.ts"
import { inDemo } from "./support/demoFolder.ts"
import { serving } from "./support/warm.ts"
import { wholeLife } from "./support/wholeLife.ts"

it("a form is written, published, filled, filed, decided, reported on, exported, changed and archived", () =>
  inDemo((data) =>
    serving({ FORMWORK_DATA_DIR: data }, async (address, running) => {
      await running.says(/Ctrl-C/)
      await wholeLife(address, demoOf(running).signIn, "GRANT")
    })
  ))

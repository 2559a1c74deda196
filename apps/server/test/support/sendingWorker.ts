/** A process that only sends, on the database at `url`, to receivers of this machine. */
import { Effect } from "effect"
import type { Scope } from "effect"
import { start } from "./formwork.ts"
import type { Environment, Running } from "./formwork.ts"

/** What a server needs too, to publish a form whose effects go to this machine. */
export const toThisMachine = { OUTBOUND_ALLOW_HTTP: "true", OUTBOUND_ALLOW_PRIVATE: "true" }

/** It ends with the scope, as Ctrl-C ends it, if nothing has killed it before. */
export const sendingWorker = (url: string, settings: Environment): Effect.Effect<Running, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const running = start(["worker"], {
        DATABASE_URL: url,
        WORKER_LEASE_SECONDS: "10",
        ...toThisMachine,
        ...settings
      })
      await running.says(/sends effects/u)
      return running
    }),
    ({ child, ended }) =>
      Effect.promise(async () => {
        if (child.exitCode === null && child.signalCode === null) child.kill("SIGINT")
        await ended
      })
  )

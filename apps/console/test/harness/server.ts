/** A server as a person starts it, with the demo in it, in a folder of its own; in a process that has run others before. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { demoIn } from "../../../server/test/support/demoFolder.ts"
import { freePort } from "../../../server/test/support/freePort.ts"
import { startWarm } from "../../../server/test/support/warm.ts"

export interface DemoServer {
  /** `http://127.0.0.1:41233` */
  readonly url: string
  /** Where the operator's calls are answered. */
  readonly admin: string
  /** Its data folder. */
  readonly data: string
  readonly owner: { readonly email: string; readonly password: string }
  /** A variable of the demo's file: `KEY`, `FORM_ID_MQ`. */
  readonly variable: (name: string) => string
  /** Ends it, as when the machine goes away; `restart` brings it back at the same address. */
  readonly end: () => Promise<unknown>
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

interface Process {
  readonly url: string
  readonly admin: string
  readonly end: () => Promise<unknown>
}

const run = async (folder: string, port: string, settings: Readonly<Record<string, string>>): Promise<Process> => {
  const env = {
    FORMWORK_DATA_DIR: join(folder, ".formwork"),
    PORT: port,
    ADMIN_PORT: "0",
    LOG_LEVEL: "Error",
    ...settings
  }
  const { end, says } = startWarm(["serve"], env, folder)
  const [, url = ""] = await says(/listening on (http:\S+)/u)
  const [, admin = ""] = await says(/metrics are on (http:\S+)/u)
  await says(/Ctrl-C ends it/u)
  return { url, admin, end }
}

/** @param settings of its environment, such as `RATE_LIMIT_PER_MINUTE`. */
export const startDemo = async (settings: Readonly<Record<string, string>> = {}): Promise<DemoServer> => {
  const folder = mkdtempSync(join(tmpdir(), "formwork-console-"))
  await demoIn(join(folder, ".formwork"))
  // The links of invitations are made with it before the server listens.
  let process = await run(folder, String(await freePort()), settings)
  const { admin, url } = process
  const file = readFileSync(join(folder, ".formwork/env"), "utf8")
  const variable = (name: string): string => new RegExp(`^export ${name}='([^']*)'$`, "mu").exec(file)?.[1] ?? ""
  const end = () => process.end()
  return {
    url,
    admin,
    data: join(folder, ".formwork"),
    owner: { email: variable("OWNER"), password: variable("OWNER_PASSWORD") },
    variable,
    end,
    restart: async () => {
      process = await run(folder, new URL(url).port, settings)
    },
    close: async () => {
      await end()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

/** A server as a person starts it, with the demo in it, in a folder of its own. */
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { demoIn } from "../../../server/test/support/demoFolder.ts"
import { inherited, startsSoon } from "../../../server/test/support/formwork.ts"

const main = fileURLToPath(new URL("../../../server/src/main.ts", import.meta.url))

export interface DemoServer {
  /** `http://127.0.0.1:41233` */
  readonly url: string
  /** Where the operator's calls are answered. */
  readonly admin: string
  readonly owner: { readonly email: string; readonly password: string }
  /** A variable of the demo's file: `KEY`, `FORM_ID_MQ`. */
  readonly variable: (name: string) => string
  /** Ends its process, as when the machine goes away; `restart` brings it back at the same address. */
  readonly end: () => Promise<void>
  readonly restart: () => Promise<void>
  readonly close: () => Promise<void>
}

interface Process {
  readonly url: string
  readonly admin: string
  readonly end: () => Promise<void>
}

const run = (folder: string, port: string, settings: Readonly<Record<string, string>>): Promise<Process> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...startsSoon, main, "serve"], {
      cwd: folder,
      env: {
        ...inherited(),
        FORMWORK_DATA_DIR: join(folder, ".formwork"),
        PORT: port,
        ADMIN_PORT: "0",
        LOG_LEVEL: "Error",
        ...settings
      },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let said = ""
    const ended = new Promise<void>((end) => child.once("exit", () => end()))
    const end = async () => {
      child.kill("SIGINT")
      await ended
    }
    const hear = (text: string) => {
      said += text
      const url = /listening on (http:\S+)/u.exec(said)?.[1]
      const admin = /metrics are on (http:\S+)/u.exec(said)?.[1] ?? ""
      if (url !== undefined && said.includes("Ctrl-C ends it")) resolve({ url, admin, end })
    }
    child.stdout.setEncoding("utf8").on("data", hear)
    child.stderr.setEncoding("utf8").on("data", hear)
    child.once("exit", () => reject(new Error(`the server ended: ${said}`)))
  })

/** A port that is free now: the links of invitations are made with it before the server listens. */
const freePort = (): Promise<string> =>
  new Promise((resolve, reject) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = typeof address === "object" ? address?.port : undefined
      server.close(() => resolve(String(port)))
    })
    server.once("error", reject)
  })

/** @param settings of its environment, such as `RATE_LIMIT_PER_MINUTE`. */
export const startDemo = async (settings: Readonly<Record<string, string>> = {}): Promise<DemoServer> => {
  const folder = mkdtempSync(join(tmpdir(), "formwork-console-"))
  await demoIn(join(folder, ".formwork"))
  let process = await run(folder, await freePort(), settings)
  const { admin, url } = process
  const file = readFileSync(join(folder, ".formwork/env"), "utf8")
  const variable = (name: string): string => new RegExp(`^export ${name}='([^']*)'$`, "mu").exec(file)?.[1] ?? ""
  const end = () => process.end()
  return {
    url,
    admin,
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

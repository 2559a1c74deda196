/** The demo as a person starts it, for a browser: in a folder of its own, on the embedded database or on a Postgres server. */
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../../../apps/server/src/main.ts", import.meta.url))

export interface DemoServer {
  readonly url: string
  /** A variable of the file that the first start writes: `OWNER_PASSWORD`. */
  readonly variable: (name: string) => string
  readonly stop: () => Promise<void>
}

/** @param database a superuser's address of a database that is migrated; left out, the embedded one. */
export const startDemo = async (database?: string): Promise<DemoServer> => {
  const folder = mkdtempSync(join(tmpdir(), "formwork-bench-console-"))
  const settings = { FORMWORK_DATA_DIR: ".formwork", PORT: "0", ADMIN_PORT: "0", RATE_LIMIT_PER_MINUTE: "100000" }
  const given = database === undefined ? {} : { DATABASE_URL: database, KEY_PEPPER: "p".repeat(32) }
  const child = spawn(process.execPath, [main, "serve", ...(database === undefined ? [] : ["--demo"])], {
    cwd: folder,
    env: { ...process.env, ...settings, ...given, LOG_LEVEL: "Error" },
    stdio: ["ignore", "pipe", "inherit"]
  })
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const stop = async (): Promise<void> => {
    child.kill("SIGINT")
    await ended
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  let said = ""
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text
      const [, address] = /listening on (http:\S+)/u.exec(said) ?? []
      if (address !== undefined && said.includes("Ctrl-C ends it")) resolve(address)
    })
    child.once("exit", () => reject(new Error(`the server ended: ${said}`)))
  })
  const file = readFileSync(join(folder, ".formwork/env"), "utf8")
  return {
    url,
    stop,
    variable: (name) => new RegExp(`^export ${name}='([^']*)'$`, "mu").exec(file)?.[1] ?? ""
  }
}

/** The bench's own servers, each a process of its own. */
import { spawn } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { fileURLToPath } from "node:url"

export interface Program {
  readonly server: ChildProcess
  readonly stop: () => Promise<void>
}

const ended = (server: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (server.exitCode !== null || server.signalCode !== null) resolve()
    else server.once("close", () => resolve())
  })

/**
 * Starts a program of this folder and waits for its first line that begins as `start` says.
 * @param flags of Node, such as `--cpu-prof`.
 */
export const start = (
  name: "bareServer" | "memoryServer",
  start: string,
  args: ReadonlyArray<string>,
  flags: ReadonlyArray<string>
): Promise<Program & { readonly line: string }> =>
  new Promise((resolve, reject) => {
    const path = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
    const server = spawn(process.execPath, [...flags, path, ...args], { stdio: ["ignore", "pipe", "inherit"] })
    process.once("exit", () => server.kill())
    const stop = async () => {
      server.kill("SIGINT")
      await ended(server)
    }
    let said = ""
    server.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (said === undefined) return
      said = (said + text).slice(-100_000)
      const line = said.split("\n").find((one) => one.startsWith(start))
      if (line !== undefined) resolve({ line, server, stop })
    })
    server.once("close", (code) => reject(new Error(`${name} ended with ${code}: ${said}`)))
  })

/** A pooler between a test and its database: the pgbouncer of this machine, until the scope closes. */
import { Effect, Redacted } from "effect"
import type { Scope } from "effect"
import { spawn, spawnSync } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { freePort } from "./freePort.ts"

// Debian installs it where only root's PATH looks.
const env = { ...process.env, PATH: [process.env["PATH"], "/usr/sbin"].join(delimiter) }

/** Whether there is a pgbouncer to start. */
export const isInstalled: boolean = spawnSync("pgbouncer", ["--version"], { env }).status === 0

/** The reason of a skipped test. */
export const absence = "There is no pgbouncer on the PATH: the tests that need one are skipped."

export interface Options {
  readonly mode: "session" | "transaction"
  /** Start-up parameters that it drops instead of refusing the connection. */
  readonly ignores?: ReadonlyArray<string>
  /** Connections to the database for each login; 20 where it is left out. */
  readonly size?: number
}

export interface PgBouncer {
  /** The address of the same database through the pooler. */
  readonly at: (login: string) => Redacted.Redacted<string>
  /** Kills it; resolves when another listens on its port. */
  readonly kill: () => Promise<void>
}

/** Ends the pooler when standard input ends: at the latest with this process, even by kill -9. */
const guarded = `
"$@" </dev/null & pooler=$!
cat >/dev/null
kill -KILL $pooler 2>/dev/null
wait $pooler 2>/dev/null`

/**
 * A pooler in front of the server of `url`. Its logins have the password of `url`.
 * @param logins the roles that may log in.
 */
export const make = Effect.fnUntraced(function* (
  url: Redacted.Redacted<string>,
  logins: ReadonlyArray<string>,
  { ignores = [], mode, size = 20 }: Options
): Effect.fn.Return<PgBouncer, never, Scope.Scope> {
  const { hostname, password, pathname, port } = new URL(Redacted.value(url))
  const own = yield* Effect.promise(freePort)
  const folder = mkdtempSync(join(tmpdir(), "formwork-test-pgbouncer-"))
  chmodSync(folder, 0o755)
  const logfile = join(folder, "users")
  writeFileSync(logfile, logins.map((login) => `"${login}" "${password}"\n`).join(""))
  const config = join(folder, "ini")
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${port || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${logfile}
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 1000
server_login_retry = 1
ignore_startup_parameters = ${["extra_float_digits", ...ignores].join(",")}
`
  )
  let stop = yield* Effect.promise(() => launch(config))
  yield* Effect.addFinalizer(() => Effect.promise(() => stop()))
  const kill = async () => {
    await stop()
    stop = await launch(config)
  }
  yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true, force: true })))
  return { at: (login) => Redacted.make(`postgres://${login}:${password}@127.0.0.1:${own}${pathname}`), kill }
})

/** Starts it, and gives the function that stops it. It refuses to run as root. */
const launch = (config: string): Promise<() => Promise<void>> =>
  new Promise((resolve, reject) => {
    const user = process.getuid?.() === 0 ? ["-u", "nobody"] : []
    const guard = spawn("/bin/sh", ["-c", guarded, "sh", "pgbouncer", ...user, config], {
      env,
      detached: true, // Ctrl-C at the terminal is for us; the end of our pipe is for the pooler
      stdio: ["pipe", "ignore", "pipe"]
    })
    const ended = new Promise<void>((done) => guard.on("exit", () => done()))
    const stop = () => {
      guard.stdin.end()
      return ended
    }
    let said = ""
    guard.stderr.setEncoding("utf8").on("data", (text: string) => {
      said += text
      if (said.includes("process up")) resolve(stop)
      else if (said.includes("FATAL")) reject(new Error(`pgbouncer did not start: ${said}`))
    })
    guard.on("error", reject)
  })

/** A Redis server for one test, from the redis-server on the PATH. It can be stopped and started again on its port. */
import { Effect } from "effect"
import type { Scope } from "effect"
import { spawn, spawnSync } from "node:child_process"
import type { ChildProcess } from "node:child_process"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { kill } from "node:process"

/** Whether there is a redis-server to start. */
export const isInstalled: boolean = spawnSync("redis-server", ["--version"]).status === 0

/** The reason of a skipped test. */
export const absence = "There is no redis-server on the PATH: the tests that need one are skipped."

export interface RedisServer {
  readonly url: string
  /** Kills it; its data is lost. */
  readonly stop: Effect.Effect<void>
  /** Starts it again on the same port, empty. */
  readonly start: Effect.Effect<void>
  /** Keeps it from answering without closing a connection, until `resume`. */
  readonly pause: Effect.Effect<void>
  readonly resume: Effect.Effect<void>
}

/** A server that ends with the scope, and also when this process is killed. */
export const make: Effect.Effect<RedisServer, never, Scope.Scope> = Effect.gen(function* () {
  const port = yield* Effect.promise(freePort)
  let running: Running | undefined
  const signal = (name: "SIGSTOP" | "SIGCONT") =>
    Effect.sync(() => {
      if (running !== undefined) kill(running.pid, name)
    })
  const start = Effect.promise(async () => {
    running ??= await launch(port)
  })
  const stop = Effect.promise(async () => {
    const { ended, guard } = running ?? {}
    running = undefined
    guard?.stdin?.end()
    await ended
  })
  yield* start
  yield* Effect.addFinalizer(() => stop)
  return { url: `redis://127.0.0.1:${port}`, start, stop, pause: signal("SIGSTOP"), resume: signal("SIGCONT") }
})

interface Running {
  readonly pid: number
  readonly guard: ChildProcess
  readonly ended: Promise<unknown>
}

/** Prints the server's process id, and kills the server when standard input ends: at the latest with this process. */
const guarded = `
"$@" </dev/null & server=$!
echo "pid $server"
exec >/dev/null
cat >/dev/null
kill -KILL $server
wait $server 2>/dev/null`

const launch = (port: number): Promise<Running> =>
  new Promise((resolve, reject) => {
    const options = [
      "--bind",
      "127.0.0.1",
      "--port",
      String(port),
      "--save",
      "",
      "--appendonly",
      "no",
      "--dir",
      tmpdir()
    ]
    const guard = spawn("/bin/sh", ["-c", guarded, "sh", "redis-server", ...options], {
      detached: true, // Ctrl-C at the terminal is for us; the end of our pipe is for the server
      stdio: ["pipe", "pipe", "ignore"]
    })
    const ended = new Promise((resolve) => guard.on("exit", resolve))
    let said = ""
    guard.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text
      const pid = said.match(/^pid (\d+)$/m)?.[1]
      if (pid !== undefined && said.includes("Ready to accept connections")) resolve({ pid: Number(pid), guard, ended })
    })
    // The pipe ends with the server; before it is ready, the server ends only where it cannot start.
    guard.stdout.on("end", () => {
      guard.stdin.end()
      reject(new Error(`redis-server did not start: ${said}`))
    })
    guard.on("error", reject)
  })

/** A port below those that the system gives to connections, so that none has it when the server is started again. */
const freePort = (): Promise<number> => {
  const port = 20_000 + Math.floor(Math.random() * 12_000)
  return new Promise((resolve) => {
    const server = createServer()
      .on("error", () => resolve(freePort()))
      .listen(port, "127.0.0.1", () => server.close(() => resolve(port)))
  })
}

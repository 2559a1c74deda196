/**
 * A process that runs the `formwork` command again and again, each time with an environment and a folder of its own: what a first run
 * compiles and loads, the next ones find. One run at a time. It ends with the process that started it.
 */
import "../../src/start/youngObjects.ts"
import { ConfigProvider, Effect, Fiber } from "effect"
import { tmpdir } from "node:os"
import { exitCode, program } from "../../src/program.ts"
import { endOfRun } from "./warm.ts"
import type { Order, Report } from "./warm.ts"

/** Neither what an earlier run was given, nor what this process was started with. */
const become = (env: Readonly<Record<string, string>>): void => {
  for (const name of Object.keys(process.env)) Reflect.deleteProperty(process.env, name)
  Object.assign(process.env, env)
}

const report = (code: number): void => {
  // The run's folder is removed now.
  process.chdir(tmpdir())
  // The streams and this message come by three ways: each says where the run ends.
  process.stdout.write(endOfRun)
  process.stderr.write(endOfRun)
  process.send?.({ code } satisfies Report)
}

let running: Fiber.Fiber<unknown, unknown> | undefined

const run = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>, cwd: string): void => {
  become(env)
  process.chdir(cwd)
  process.exitCode = undefined
  running = Effect.runFork(
    Effect.provideService(program(args), ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env }))
  )
  running.addObserver((exit) => report(exitCode(exit)))
}

process.on("message", (order: Order) => {
  if (order.order === "run") run(order.args, order.env, order.cwd)
  else if (running !== undefined) Effect.runFork(Fiber.interrupt(running))
})
process.once("disconnect", () => process.exit())

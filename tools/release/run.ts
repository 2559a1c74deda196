/** Programs that a release runs. */
import { spawnSync } from "node:child_process"
import { Stop } from "./sentences.ts"

interface Where {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}

/** What it prints on standard output; its errors are shown as they come. Stops where it fails. */
export const output = (program: string, args: ReadonlyArray<string>, { cwd, env }: Where): string => {
  const { error, status, stdout } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "inherit"]
  })
  if (error !== undefined) throw new Stop(`${program} cannot be started: ${error.message}.`)
  if (status !== 0) throw new Stop(`${[program, ...args].join(" ")} failed (see above).\n${stdout}`)
  return stdout
}

/** Runs it, and shows what it prints on standard error, apart from this command's own output. Stops where it fails. */
export const run = (program: string, args: ReadonlyArray<string>, { cwd, env }: Where): void => {
  const { error, status } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", 2, "inherit"]
  })
  if (error !== undefined) throw new Stop(`${program} cannot be started: ${error.message}.`)
  if (status !== 0) throw new Stop(`${[program, ...args].join(" ")} failed (see above).`)
}

/** Whether a program is installed. */
export const has = (program: string): boolean =>
  spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined

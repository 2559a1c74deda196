/** Opens an address in the browser of the person at this machine. */
import { Console, Effect } from "effect"
import { spawn } from "node:child_process"

/** The program of each system that opens an address as the person's own browser. */
const opener = (address: string): readonly [string, ReadonlyArray<string>] => {
  switch (process.platform) {
    case "darwin":
      return ["open", [address]]
    case "win32":
      return ["rundll32", ["url.dll,FileProtocolHandler", address]]
    default:
      return ["xdg-open", [address]]
  }
}

/** A machine without a browser says so; the server goes on. */
export const openInBrowser = (address: string): Effect.Effect<void> =>
  Effect.callback<boolean>((resume) => {
    const [command, args] = opener(address)
    const child = spawn(command, args, { stdio: "ignore", detached: true })
    child.once("error", () => resume(Effect.succeed(false)))
    child.once("spawn", () => {
      child.unref()
      resume(Effect.succeed(true))
    })
  }).pipe(
    Effect.flatMap((isOpen) =>
      isOpen ? Effect.void : Console.log(`No browser could be started here: open ${address} yourself.`)
    )
  )

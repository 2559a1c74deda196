/** The options of a tool's command line. */
import { parseArgs, type ParseArgsConfig } from "node:util"

type Options = NonNullable<ParseArgsConfig["options"]>

/** Their values. With `--help` it prints the usage and ends the process; what it does not know it says, and ends it with 2. */
export const read = <const O extends Options>(usage: string, options: O) => {
  const args = process.argv.slice(2)
  if (args.includes("--help") || args.includes("-h")) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    process.exit(2)
  }
}

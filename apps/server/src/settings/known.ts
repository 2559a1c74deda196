/** The names of all variables of the environment that mean something to the `formwork` command. */
import { table } from "./SettingsTable.ts"

/** Those of the commands that ask a server. */
const ofCommands = ["FORMWORK_URL", "FORMWORK_API_KEY"]

export const known: ReadonlyArray<string> = [...Object.values(table).map(({ name }) => name), ...ofCommands]

/** Clients over raw sockets in a process of their own, so that reading their answers delays no server. */
import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { Schema } from "effect"
import type { Crowd } from "./client.ts"

const Report = Schema.fromJsonString(
  Schema.Struct({ answers: Schema.Record(Schema.String, Schema.Int), millis: Schema.Array(Schema.Number) })
)
const decode = Schema.decodeUnknownSync(Report)

const program = fileURLToPath(new URL("./client.ts", import.meta.url))

/** A process of clients, which runs one crowd after another. */
export const startClients = () => {
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    run: async (crowd: Crowd) => {
      child.stdin.write(`${JSON.stringify(crowd)}\n`)
      return decode((await lines.next()).value)
    },
    end: () => void child.stdin.end()
  }
}

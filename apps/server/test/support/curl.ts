/** `curl -sS URL -H "name: value" -d body`, for a machine without curl. */
import { parseArgs } from "node:util"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: "boolean", short: "s" },
    "show-error": { type: "boolean", short: "S" },
    header: { type: "string", short: "H", multiple: true },
    data: { type: "string", short: "d" }
  }
})
const headers = new Headers(
  (values.header ?? []).map((line): [string, string] => {
    const [name = "", value = ""] = line.split(": ")
    return [name, value]
  })
)
const { data } = values
const sent = data === undefined ? { headers } : { method: "POST", headers, body: data }
process.stdout.write(await (await fetch(positionals[0] ?? "", sent)).text())

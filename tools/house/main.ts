/**
 * `npm run -s house` measures the code as a house: docs/house.md says what each row means. The last line is the verdict; what it
 * counts stands above it, with a file, a line and what to do. `--json` prints one object a row. `--root` is another repository.
 */
import { resolve } from "node:path"
import { parseArgs } from "node:util"
import { pathToFileURL } from "node:url"
import { citationRows } from "./citations.ts"
import type { Row } from "./Finding.ts"
import type { Order } from "./floors.ts"
import { importsWithin } from "./imports.ts"
import { orderRows } from "./order.ts"
import { looseRow } from "./loose.ts"
import { shapeRows } from "./shape.ts"
import { report, verdict } from "./table.ts"
import { read } from "./Tree.ts"
import { unusedRows } from "./unused.ts"

const { values } = parseArgs({ options: { json: { type: "boolean", default: false }, root: { type: "string" } } })
const root = resolve(values.root ?? resolve(import.meta.dirname, "../.."))

const tree = read(root)
const homes = tree.packages
const { orders } = (await import(pathToFileURL(resolve(root, "tools/house/floors.ts")).href)) as {
  readonly orders: Readonly<Record<string, Order>>
}

// Knip runs beside the rest.
const unused = unusedRows(root)
const graphs = homes.map((home) => ({ home, imports: importsWithin(tree, home) }))
const rows: ReadonlyArray<Row> = [
  ...orderRows(tree, graphs, orders),
  ...citationRows(tree),
  looseRow(homes, orders),
  ...(await unused),
  ...shapeRows(tree, homes)
]

if (values.json) for (const row of rows) console.log(JSON.stringify(row))
else console.log(`${report(rows)}\n${verdict(rows)}`)
if (rows.some(({ findings = [] }) => findings.length > 0)) process.exitCode = 1

/** Files at the root of a package's sources that have no room of their own. */
import type { Finding, Row } from "./Finding.ts"
import { type Order, ROOT_FILES } from "./floors.ts"
import type { Package } from "./Tree.ts"

interface Loose {
  readonly count: number
  readonly findings: ReadonlyArray<Finding>
}

const rootOf = (home: Package): ReadonlyArray<string> =>
  home.sources.filter((path) => !path.slice(home.src.length + 1).includes("/"))

/** Which files are too many only a list could say: one finding stands for all of them. */
const tooMany = (home: Package): Loose => {
  const root = rootOf(home)
  const count = Math.max(0, root.length - ROOT_FILES)
  const message =
    `${root.length} files stand at the root, ${count} more than the ${ROOT_FILES} that a package without an order may have ` +
    "there: group them in folders, or list those that may stay in tools/house/floors.ts."
  return { count, findings: count === 0 ? [] : [{ file: home.src, line: 1, message }] }
}

const unlisted = (home: Package, order: Order): Loose => {
  const allowed = [...order.floors.flat(), ...order.root].map((name) => `${home.src}/${name}`)
  const message = `stands loose at the root of ${home.src}: move it into a folder, or list it in tools/house/floors.ts.`
  const findings = rootOf(home)
    .filter((file) => !allowed.includes(file))
    .map((file) => ({ file, line: 1, message }))
  return { count: findings.length, findings }
}

export const looseRow = (homes: ReadonlyArray<Package>, orders: Readonly<Record<string, Order>>): Row => {
  const loose = homes.map((home) => {
    const order = orders[home.src]
    return order === undefined ? tooMany(home) : unlisted(home, order)
  })
  return {
    name: "loose files",
    value: loose.reduce((sum, { count }) => sum + count, 0),
    findings: loose.flatMap(({ findings }) => findings)
  }
}

/** Who may import whom, as overrides of oxlint: packages by their names, folders by their floors (floors.ts). */
import type { OxlintOverride } from "oxlint"
import { namesOn, type Order } from "./floors.ts"

/** What an import may not match. Oxlint reads `regex` as Rust does: without lookahead or lookbehind. */
export type Pattern =
  | { readonly regex: string; readonly message: string }
  | { readonly group: Array<string>; readonly message: string }

/** The folder of a package's sources, and what none of them may import. */
export interface Boundary {
  readonly src: string
  readonly refuses: ReadonlyArray<Pattern>
}

/** How deep the lint looks into nested folders. `npm run house` looks at any depth. */
const DEPTH = 5

const refusing = (files: string, patterns: ReadonlyArray<Pattern>): OxlintOverride => ({
  files: [files],
  rules: { "no-restricted-imports": ["error", { patterns: [...patterns] }] }
})

const literally = (text: string): string => text.replaceAll(".", "\\.")

const isFile = (name: string): boolean => name.endsWith(".ts")

/** Everything above a floor: `(audit|forms)/` and `Services\.ts`, as they are written from the root of `src`. */
const above = (order: Order, floor: number): string => {
  const names = [...order.floors.slice(floor + 1).flat(), ...order.root]
  return names.map((name) => (isFile(name) ? `${literally(name)}$` : `${name}/`)).join("|")
}

/** The overrides of one thing on a floor: of a file at the root, or of a folder at every depth. */
const onFloor = (
  { refuses, src }: Boundary,
  order: Order,
  floor: number,
  name: string
): ReadonlyArray<OxlintOverride> => {
  const higher = above(order, floor)
  if (higher === "") return []
  const message = "imports go down, never up: tools/house/floors.ts, docs/house.md"
  const upward = (root: string): Pattern => ({ regex: `^${root}(${higher})`, message })
  // Upward first: oxlint skips later patterns for an import that a group permits (`!../**`).
  if (isFile(name)) return [refusing(`${src}/${name}`, [upward("\\./"), ...refuses])]
  return Array.from({ length: DEPTH }, (_, depth) =>
    refusing(`${src}/${name}/${"*/".repeat(depth)}*.ts`, [upward(`(\\./)?${"\\.\\./".repeat(depth + 1)}`), ...refuses])
  )
}

/** Closes a way around the floors: a package can import its own `exports` by name. */
const byItsOwnName = (src: string): Pattern => ({
  regex: `^@formwork/${src.split("/").findLast((part) => part !== "src") ?? src}/`,
  message: "a package imports its own modules by their paths: docs/house.md"
})

/** A later override replaces an earlier one, so each floor's repeats what its whole package may not import. */
export const overrides = (
  boundaries: ReadonlyArray<Boundary>,
  orders: Readonly<Record<string, Order>>
): ReadonlyArray<OxlintOverride> => {
  const bounded = boundaries.map(({ src }) => src)
  const unbounded = Object.keys(orders).filter((src) => !bounded.includes(src))
  return [...boundaries, ...unbounded.map((src) => ({ src, refuses: [] }))].flatMap(({ refuses, src }) => {
    const order = orders[src]
    if (order === undefined) return [refusing(`${src}/**`, refuses)]
    const ordered = { src, refuses: [byItsOwnName(src), ...refuses] }
    return [
      refusing(`${src}/**`, ordered.refuses),
      ...order.floors.flatMap((floor, index) => namesOn(floor).flatMap((name) => onFloor(ordered, order, index, name)))
    ]
  })
}

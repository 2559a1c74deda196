/** Who may import whom, as overrides of oxlint: packages by their names, folders by their floors (floors.ts). */
import type { OxlintOverride } from "oxlint"
import type { Floor, Order } from "./floors.ts"

/** What an import may not match. Oxlint reads `regex` as Rust does: without looking ahead or behind. */
export type Pattern =
  | { readonly regex: string; readonly message: string }
  | { readonly group: Array<string>; readonly message: string }

/** A package's folder, and what none of its sources may import. */
export interface Boundary {
  readonly package: string
  readonly refuses: ReadonlyArray<Pattern>
}

/** Folders within folders that the lint looks into; the table in docs/house.md counts however deep they are. */
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
const onFloor = (boundary: Boundary, order: Order, floor: number, name: string): ReadonlyArray<OxlintOverride> => {
  const higher = above(order, floor)
  if (higher === "") return []
  const src = `${boundary.package}/src`
  const message = "imports go down, never up: tools/house/floors.ts, docs/house.md"
  const upward = (root: string): Pattern => ({ regex: `^${root}(${higher})`, message })
  // Upward first: what a group permits (`!../**`), oxlint does not look for in the patterns after it.
  if (isFile(name)) return [refusing(`${src}/${name}`, [upward("\\./"), ...boundary.refuses])]
  return Array.from({ length: DEPTH }, (_, depth) =>
    refusing(`${src}/${name}/${"*/".repeat(depth)}*.ts`, [
      upward(`(\\./)?${"\\.\\./".repeat(depth + 1)}`),
      ...boundary.refuses
    ])
  )
}

const entries = (floor: Floor): ReadonlyArray<string> => (typeof floor === "string" ? [floor] : floor)

/** A way around the floors: what `exports` names can be imported within the package, too. */
const byItsOwnName = (folder: string): Pattern => ({
  regex: `^@formwork/${folder.slice(folder.lastIndexOf("/") + 1)}/`,
  message: "a package imports its own modules by their paths: docs/house.md"
})

/** Later overrides take the place of earlier ones: each floor's repeats what its whole package may not import. */
export const overrides = (
  boundaries: ReadonlyArray<Boundary>,
  orders: Readonly<Record<string, Order>>
): ReadonlyArray<OxlintOverride> =>
  boundaries.flatMap((boundary) => {
    const whole = refusing(`${boundary.package}/src/**`, boundary.refuses)
    const order = orders[boundary.package]
    if (order === undefined) return [whole]
    const named = { ...boundary, refuses: [byItsOwnName(boundary.package), ...boundary.refuses] }
    return [
      whole,
      ...order.floors.flatMap((floor, index) => entries(floor).flatMap((name) => onFloor(named, order, index, name)))
    ]
  })

/** A simple model of a tree of folders: a list, checked whole after each command. */
import * as fc from "fast-check"
import type { AuditAction } from "@formwork/domain/audit/AuditEvent"

export const limits = { folders: 6, depth: 3 }

/** Names of folders. Names with the same key are equal without regard to case. */
const names = [
  ["Motor", "motor"],
  ["MOTOR", "motor"],
  ["Ärzte", "ärzte"],
  ["A\u0308RZTE", "ärzte"],
  ["Home", "home"]
] as const

interface Node {
  readonly name: string
  readonly key: string
  /** The place of its parent; null at the top. */
  readonly parent: number | null
}

export interface TreeModel {
  /** Folders in the order in which they were made. The place of a removed folder stays empty. */
  readonly tree: ReadonlyArray<Node | undefined>
  /** The place of each form; null at the top. */
  readonly forms: ReadonlyArray<number | null>
  /** The lines that the audit log should have. */
  readonly lines: ReadonlyArray<AuditAction>
}

export const empty: TreeModel = { tree: [], forms: [], lines: [] }

/** The refusals that each command may get. */
export const refusals = {
  make: ["FolderUnknown", "FolderTooDeep", "FolderLimitReached", "FolderNameTaken"],
  rename: ["FolderNotFound", "FolderNameTaken"],
  move: ["FolderNotFound", "FolderUnknown", "FolderCycle", "FolderTooDeep", "FolderNameTaken"],
  both: ["FolderNotFound", "FolderUnknown", "FolderCycle", "FolderTooDeep", "FolderNameTaken"],
  remove: ["FolderNotFound", "FolderNotEmpty"],
  "put form": ["FolderUnknown"]
} as const
type Act = keyof typeof refusals

export const step = fc.record({
  act: fc.constantFrom<Act>("make", "make", "rename", "move", "both", "remove", "put form"),
  /** Counted from the newest folder back, because the newest ones are deep. 0 is a folder that does not exist yet. */
  pick: fc.nat(6),
  parent: fc.option(fc.nat(6), { freq: 5 }),
  name: fc.constantFrom(...names)
})
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A step with places in the tree. A place may have no folder. */
export interface Command {
  readonly act: Act
  readonly at: number
  readonly name: string
  readonly key: string
  readonly parent: number | null
}

export const commandOf = ({ tree }: TreeModel, { act, name: [name, key], parent, pick }: Step): Command => {
  const place = (back: number): number => Math.max(0, tree.length - back)
  return {
    act,
    at: act === "make" ? tree.length : place(pick),
    name,
    key,
    parent: parent === null ? null : place(parent)
  }
}

/** The folder and its ancestors, at most one more than the limit, because a cycle would never end. */
const chain = (tree: TreeModel["tree"], at: number): ReadonlyArray<number> => {
  const seen = [at]
  for (let next = tree[at]?.parent; typeof next === "number" && seen.length <= limits.depth; next = tree[next]?.parent)
    seen.push(next)
  return seen
}

/** Every condition of a tree, checked on the whole of it. */
const isTree = (tree: TreeModel["tree"]): boolean => {
  const nodes = tree.flatMap((node, at) => (node === undefined ? [] : [{ ...node, at }]))
  const places = nodes.map(({ key, parent }) => `${parent} ${key}`)
  return (
    nodes.length <= limits.folders &&
    new Set(places).size === places.length &&
    nodes.every(
      ({ at, parent }) => (parent === null || tree[parent] !== undefined) && chain(tree, at).length <= limits.depth
    )
  )
}

export const foldersIn = ({ tree }: TreeModel, at: number): number => tree.filter((node) => node?.parent === at).length

export const formsIn = ({ forms }: TreeModel, at: number): number => forms.filter((place) => place === at).length

const made = (model: TreeModel, node: Node): TreeModel => ({
  ...model,
  tree: [...model.tree, node],
  lines: [...model.lines, "folder.created"]
})

const changed = (model: TreeModel, at: number, change: Partial<Node>): TreeModel | undefined => {
  const before = model.tree[at]
  if (before === undefined) return undefined
  const node = { ...before, ...change }
  const lines: Array<AuditAction> = [...model.lines]
  if (before.name !== node.name) lines.push("folder.renamed")
  if (before.parent !== node.parent) lines.push("folder.moved")
  return { ...model, tree: model.tree.with(at, node), lines }
}

const removed = (model: TreeModel, at: number): TreeModel | undefined =>
  model.tree[at] === undefined || foldersIn(model, at) + formsIn(model, at) > 0
    ? undefined
    : { ...model, tree: model.tree.with(at, undefined), lines: [...model.lines, "folder.removed"] }

const put = (model: TreeModel, parent: number | null): TreeModel | undefined =>
  parent !== null && model.tree[parent] === undefined ? undefined : { ...model, forms: [...model.forms, parent] }

/** The model after each command, whether or not it is still a tree. */
const commands: { readonly [A in Act]: (model: TreeModel, command: Command) => TreeModel | undefined } = {
  make: (model, { key, name, parent }) => made(model, { name, key, parent }),
  rename: (model, { at, key, name }) => changed(model, at, { name, key }),
  move: (model, { at, parent }) => changed(model, at, { parent }),
  both: (model, { at, key, name, parent }) => changed(model, at, { name, key, parent }),
  remove: (model, { at }) => removed(model, at),
  "put form": (model, { parent }) => put(model, parent)
}

/** The model after a command; undefined where the store must refuse it. */
export const apply = (model: TreeModel, command: Command): TreeModel | undefined => {
  const next = commands[command.act](model, command)
  return next !== undefined && isTree(next.tree) ? next : undefined
}

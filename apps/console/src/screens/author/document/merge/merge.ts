/** Merges two drafts that were made from the same text. What one side changed is kept; where both changed a member, the author chooses. */
import { applyChanges } from "../TextChange.ts"
import { namedEntries } from "./identity.ts"
import { membersOf, sourceOf } from "../nodes.ts"
import { mergeOrder } from "./mergeOrder.ts"
import { type Node, parseText } from "../parseText.ts"
import { below } from "../pointer.ts"
import { type Placed, sameValue } from "./sameValue.ts"
import type { StructureEdit } from "../StructureEdit.ts"
import { structureChanges } from "../structureChanges.ts"

/** A member that both sides changed, each in its own way. A side that has taken it out has no text. */
export interface Conflict {
  /** Stays the same while the drafts do: the key of a choice. */
  readonly id: string
  /** A path for people: names of members, and the slug, id or value of entries. */
  readonly path: ReadonlyArray<string>
  /** JSON, as each side has it. For the order of a list, the names in order. */
  readonly ancestor: string | undefined
  readonly mine: string | undefined
  readonly theirs: string | undefined
}

export type Choices = ReadonlyMap<string, "mine" | "theirs">

export interface Merge {
  /** My text with everything that they alone changed. A conflict has the chosen side's value, and mine until a side is chosen. */
  readonly text: string
  readonly conflicts: ReadonlyArray<Conflict>
}

/** The value of each side; undefined for a side without a value. */
interface Sides {
  readonly ancestor: Placed | undefined
  readonly mine: Placed | undefined
  readonly theirs: Placed | undefined
}

/** What a merge does with a value: keep mine with the collected edits, take theirs, or remove it. */
type Fate = "mine" | "theirs" | "gone"

const written = (placed: Placed | undefined): string | undefined =>
  placed === undefined ? undefined : sourceOf(placed.text, placed.node)

const isSame = (a: Placed | undefined, b: Placed | undefined): boolean =>
  a === undefined || b === undefined ? a === b : sameValue(a, b)

const within = (placed: Placed | undefined, node: Node | undefined): Placed | undefined =>
  placed === undefined || node === undefined ? undefined : { text: placed.text, node }

const valuesOf = (placed: Placed | undefined): ReadonlyMap<string, Node> =>
  new Map(membersOf(placed?.node).map(({ name, value }) => [name, value]))

/** The entries of a list by their names. A list without names is compared by index, if it is equally long on all three sides. */
const entriesOf = ({ ancestor, mine, theirs }: Sides) => {
  if (mine?.node.type !== "array" || theirs?.node.type !== "array") return undefined
  const before = ancestor?.node.type === "array" ? ancestor.node : undefined
  const lists = [before, mine.node, theirs.node].map((list) => (list === undefined ? new Map() : namedEntries(list)))
  const [old, own, other] = lists
  if (old !== undefined && own !== undefined && other !== undefined) return { old, own, other }
  const lengths = new Set([before, mine.node, theirs.node].map((list) => list?.children?.length))
  const numbered = (list: Node | undefined) =>
    new Map((list?.children ?? []).map((entry, index) => [String(index), entry]))
  return lengths.size === 1
    ? { old: numbered(before), own: numbered(mine.node), other: numbered(theirs.node) }
    : undefined
}

class Merging {
  readonly conflicts: Array<Conflict> = []
  /** At pointers of my text. The innermost edits come first, so that the pointers of later edits stay valid. */
  readonly edits: Array<StructureEdit> = []
  readonly #choices: Choices

  constructor(choices: Choices) {
    this.#choices = choices
  }

  /** @param pointer of the value in mine. */
  value(sides: Sides, path: ReadonlyArray<string>, pointer: string): Fate {
    const { ancestor, mine, theirs } = sides
    if (isSame(mine, theirs)) return mine === undefined ? "gone" : "mine"
    if (mine?.node.type === "object" && theirs?.node.type === "object") return this.#object(sides, path, pointer)
    const entries = entriesOf(sides)
    if (entries !== undefined) return this.#list(sides, entries, path, pointer)
    if (isSame(ancestor, mine)) return theirs === undefined ? "gone" : "theirs"
    if (isSame(ancestor, theirs)) return mine === undefined ? "gone" : "mine"
    return this.#ask(path, { ancestor: written(ancestor), mine: written(mine), theirs: written(theirs) })
  }

  #ask(path: ReadonlyArray<string>, texts: Pick<Conflict, "ancestor" | "mine" | "theirs">): Fate {
    const id = path.reduce(below, "")
    this.conflicts.push({ id, path, ...texts })
    const side = this.#choices.get(id) ?? "mine"
    return texts[side] === undefined ? "gone" : side
  }

  #object({ ancestor, mine, theirs }: Sides, path: ReadonlyArray<string>, pointer: string): Fate {
    const [old, own, other] = [valuesOf(ancestor), valuesOf(mine), valuesOf(theirs)]
    const later: Array<StructureEdit> = []
    const seen: Array<string> = []
    for (const name of new Set([...other.keys(), ...own.keys()])) {
      const sides = {
        ancestor: within(ancestor, old.get(name)),
        mine: within(mine, own.get(name)),
        theirs: within(theirs, other.get(name))
      }
      const at = below(pointer, name)
      const fate = this.value(sides, [...path, name], at)
      const json = written(sides.theirs)
      if (fate === "gone" && sides.mine !== undefined) later.push({ edit: "remove", pointer: at })
      else if (fate === "theirs" && json !== undefined) later.push({ edit: "set", pointer: at, json, after: [...seen] })
      seen.push(name)
    }
    this.edits.push(...later)
    return "mine"
  }

  #list(
    { ancestor, mine, theirs }: Sides,
    { old, other, own }: Readonly<Record<"old" | "other" | "own", ReadonlyMap<string, Node>>>,
    path: ReadonlyArray<string>,
    pointer: string
  ): Fate {
    const fates = new Map<string, Fate>()
    const places = [...own.keys()]
    for (const name of new Set([...own.keys(), ...other.keys()])) {
      const sides = {
        ancestor: within(ancestor, old.get(name)),
        mine: within(mine, own.get(name)),
        theirs: within(theirs, other.get(name))
      }
      fates.set(name, this.value(sides, [...path, name], below(pointer, places.indexOf(name))))
    }
    const orders = { ancestor: [...old.keys()], mine: places, theirs: [...other.keys()] }
    const kept = new Set([...fates].flatMap(([name, fate]) => (fate === "gone" ? [] : [name])))
    this.#arrange(pointer, places, this.#order(orders, kept, path), (name) =>
      fates.get(name) === "theirs" ? written(within(theirs, other.get(name))) : undefined
    )
    return "mine"
  }

  #order(
    orders: Readonly<Record<"ancestor" | "mine" | "theirs", ReadonlyArray<string>>>,
    kept: ReadonlySet<string>,
    path: ReadonlyArray<string>
  ): ReadonlyArray<string> {
    const { isDisputed, order } = mergeOrder(orders, kept)
    if (!isDisputed) return order
    const fate = this.#ask([...path, ORDER], {
      ancestor: JSON.stringify(orders.ancestor),
      mine: JSON.stringify(orders.mine),
      theirs: JSON.stringify(orders.theirs)
    })
    return fate === "mine" ? order : mergeOrder({ ...orders, mine: orders.theirs, theirs: orders.mine }, kept).order
  }

  /** The edits that give my list the merged entries: removed entries are taken out first, then each index gets its entry. */
  #arrange(
    list: string,
    mine: ReadonlyArray<string>,
    order: ReadonlyArray<string>,
    theirs: (name: string) => string | undefined
  ): void {
    for (const [index, name] of [...mine.entries()].toReversed())
      if (!order.includes(name)) this.edits.push({ edit: "remove", pointer: below(list, index) })
    let now = mine.filter((name) => order.includes(name))
    for (const [index, name] of order.entries()) {
      const json = theirs(name)
      const from = now.indexOf(name)
      if (from < 0) {
        if (json === undefined) continue
        this.edits.push({ edit: "insert", list, index, json })
      } else {
        if (from !== index) this.edits.push({ edit: "move", pointer: below(list, from), list, index })
        if (json !== undefined) this.edits.push({ edit: "set", pointer: below(list, index), json })
        now = now.toSpliced(from, 1)
      }
      now = now.toSpliced(index, 0, name)
    }
  }
}

/** The last step of the path of a conflict about the order of a list. */
export const ORDER = "(order)"

const edited = (text: string, edits: ReadonlyArray<StructureEdit>): string =>
  edits.reduce((now, edit) => {
    const parsed = parseText(now)
    const made = "tree" in parsed ? structureChanges(now, parsed.tree, edit) : undefined
    return made === undefined ? now : applyChanges(now, made.changes)
  }, text)

/**
 * Merges by pointer; `slug`, `id` or `value` identifies an entry of a list. If both sides gave a member the same value, there is no conflict.
 * @param ancestor the text that both drafts were made from. If it is not JSON, every difference is a conflict.
 * @param choices for conflicts, by their ids.
 * @returns undefined if one of the drafts is not JSON.
 */
export const merge = (
  ancestor: string,
  mine: string,
  theirs: string,
  choices: Choices = new Map()
): Merge | undefined => {
  const placed = (text: string): Placed | undefined => {
    const parsed = parseText(text)
    return "tree" in parsed ? { text, node: parsed.tree } : undefined
  }
  const sides = { ancestor: placed(ancestor), mine: placed(mine), theirs: placed(theirs) }
  if (sides.mine === undefined || sides.theirs === undefined) return undefined
  const merging = new Merging(choices)
  const fate = merging.value(sides, [], "")
  return { text: fate === "theirs" ? theirs : edited(mine, merging.edits), conflicts: merging.conflicts }
}

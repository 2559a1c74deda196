/** The part of a definition that can run, whatever faults the rest has. */
import type { CheckedForm } from "@formwork/rules/CheckedForm"
import type { Fault } from "@formwork/rules/Fault"
import { type Json, memberOf } from "@formwork/rules/Json"
import { isObject } from "@formwork/rules/LongNumber"
import { pointerTokens } from "@formwork/rules/pointer"
import { checkKnown } from "./knownTables.ts"
import { type Kept, valueIn, without } from "./Kept.ts"
import { takenOut } from "./takenOut.ts"

/** What is not in the form that runs. */
export interface LeftOut {
  readonly pointer: string
  /** The field's name, `drivers.age` in a list; the id of a check, an outcome or an effect. Else the last part of the pointer. */
  readonly name: string
  /** The member of a field that alone was left out: `formula`. */
  readonly member?: string
  /** The message of the first fault for which it was. */
  readonly why: string
}

export interface Pruned {
  readonly checked: CheckedForm
  readonly kept: Kept
  readonly leftOut: ReadonlyArray<LeftOut>
}

/** Checks of one pruning. */
const MOST_CHECKS = 20

const textAt = (definition: Json, pointer: string, name: string): string | undefined => {
  const text = memberOf(valueIn(definition, pointer), name)
  return typeof text === "string" && text !== "" ? text : undefined
}

const FIELD = /^(\/fields\/\d+)(?:(\/fields\/\d+))?(?:\/(.+))?$/

/** What an author calls the place. */
const named = (definition: Json, pointer: string): Pick<LeftOut, "name" | "member"> => {
  const [, field, row = "", member] = FIELD.exec(pointer) ?? []
  if (field === undefined) {
    const tokens = pointerTokens(pointer)
    return { name: textAt(definition, pointer, "id") ?? tokens.at(-1) ?? "" }
  }
  const slugs = [field, ...(row === "" ? [] : [field + row])].map((at) => textAt(definition, at, "slug") ?? at)
  return { name: slugs.join("."), ...(member === undefined ? {} : { member }) }
}

/** Entries of lists go before the list itself. A part inside of another part that went is not named separately. */
const isBelow = (pointer: string, others: ReadonlyMap<string, string>): boolean => {
  for (let end = pointer.lastIndexOf("/"); end > 0; end = pointer.lastIndexOf("/", end - 1))
    if (others.has(pointer.slice(0, end))) return true
  return false
}

class Pruning {
  readonly #definition: Json
  readonly #removed = new Set<string>()
  readonly #replaced = new Map<string, Json>()
  /** Pointers of the whole definition, and the fault for which each went. */
  readonly #why = new Map<string, string>()

  constructor(definition: Json) {
    this.#definition = definition
  }

  get kept(): Kept {
    return without(this.#definition, this.#removed, this.#replaced)
  }

  get leftOut(): ReadonlyArray<LeftOut> {
    return [...this.#why].flatMap(([pointer, why]) =>
      isBelow(pointer, this.#why) ? [] : [{ pointer, ...named(this.#definition, pointer), why }]
    )
  }

  /** Takes out what the faults of `kept` point at; false where that changes nothing. */
  take(kept: Kept, faults: ReadonlyArray<Fault>): boolean {
    const before = this.#why.size
    for (const { message, pointer } of faults) {
      for (const { instead, pointer: found } of takenOut(kept.definition, pointer)) {
        const at = kept.toWhole(found)
        if (this.#why.has(at)) continue
        this.#why.set(at, message)
        if (instead === undefined) this.#removed.add(at)
        else this.#replaced.set(at, instead)
      }
    }
    return this.#why.size > before
  }
}

/**
 * Takes the members that faults point at out of a definition and checks again, until nothing is at fault.
 * @param faults of the definition, where it was checked before.
 * @param isOver asked before each check but the first one of what is left: true ends the pruning.
 * @returns the form that is left, with the names of what was taken out. Undefined if no field is left, if 20 checks were not
 * enough, and where it was ended.
 */
export const prune = (
  definition: Json,
  faults?: ReadonlyArray<Fault>,
  isOver: () => boolean = () => false
): Pruned | undefined => {
  if (!isObject(definition)) return undefined
  const pruning = new Pruning(definition)
  if (faults !== undefined && !pruning.take(pruning.kept, faults)) return undefined
  for (let checks = 0; checks < MOST_CHECKS; checks += 1) {
    if (checks > 0 && isOver()) return undefined
    const { kept } = pruning
    const checked = checkKnown(kept.definition)
    if (checked._tag === "Success") return { checked: checked.success, kept, leftOut: pruning.leftOut }
    if (!pruning.take(kept, checked.failure)) return undefined
  }
  return undefined
}

/** JSON from a value that a program hands over: what another parser made, or what is written by hand. */
import * as Result from "effect/Result"
import type { Json } from "./Json.ts"
import { mostElements, mostMembers } from "./json/scan.ts"
import { LongNumber } from "./LongNumber.ts"

/** The first part of a value that is not JSON. */
export interface NotJson {
  /** The names and indexes that lead to it. */
  readonly path: ReadonlyArray<string | number>
  /** The end of a sentence about it, such as `must be JSON, not a Map`. */
  readonly fact: string
}

/** The most levels of nested objects and arrays, as in a server. */
const deepest = 32

/**
 * A copy of `value` as JSON: own members alone, each read once. What inherits, changes later or answers each reading differently
 * thus cannot be read as one thing and stored as another.
 * @returns the copy; or the first part that is not JSON: anything but null, a boolean, a finite number, a text, an array or a plain
 * object (`{}`, or one without a prototype). A member that is undefined is left out, as JSON.stringify does. A `LongNumber` stays, and
 * a number of more than 15 digits becomes one, and negative zero is 0, as if they had been sent.
 * More than 32 levels, 50,000 members or 50,000 elements are refused, and so a circle is too.
 *
 * ```ts
 * plainJson({ fee: "12.50" }) // the same
 * plainJson({ fees: new Map() }) // refused: the path ["fees"], "must be JSON, not a Map"
 * ```
 */
export const plainJson = (value: unknown): Result.Result<Json, NotJson> => {
  const copying = new Copying()
  const copy = copying.of(value, deepest)
  return copy === undefined ? Result.fail({ path: copying.path, fact: copying.fact }) : Result.succeed(copy)
}

class Copying {
  /** Where the copying is, and after it has failed, where. */
  readonly path: Array<string | number> = []
  fact = ""
  #members = 0
  #elements = 0

  /** Undefined where `value` is not JSON: the path leads to it. */
  of(value: unknown, levels: number): Json | undefined {
    switch (typeof value) {
      case "string":
      case "boolean":
        return value
      case "number":
        return Number.isFinite(value) ? numberOf(value) : this.#fail(`must be JSON, not ${value}`)
      case "object":
        return value === null ? null : this.#ofObject(value, levels)
      default:
        return this.#fail(`must be JSON, not ${typeof value === "undefined" ? "undefined" : `a ${typeof value}`}`)
    }
  }

  #ofObject(value: object, levels: number): Json | undefined {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- code that only passes a payload on need not know the class
    if (value instanceof LongNumber) return value as unknown as Json
    if (levels === 0) return this.#fail(`must not be nested deeper than ${deepest} levels`)
    // A member may be a getter, and an object a proxy: both may throw.
    try {
      if (Array.isArray(value)) return this.#ofArray(value, levels - 1)
      return isPlain(value) ? this.#ofMembers(value, levels - 1) : this.#fail(`must be JSON, not ${kindOf(value)}`)
    } catch {
      return this.#fail("cannot be read")
    }
  }

  #ofArray(value: ReadonlyArray<unknown>, levels: number): Json | undefined {
    const { length } = value
    this.#elements += length
    if (this.#elements > mostElements) return this.#fail(`must not have more than ${mostElements} elements of arrays`)
    const copy: Array<Json> = []
    for (let index = 0; index < length; index++) {
      this.path.push(index)
      const element = this.of(value[index], levels)
      if (element === undefined) return undefined
      this.path.pop()
      copy.push(element)
    }
    return copy
  }

  #ofMembers(value: object, levels: number): Json | undefined {
    const copy: Array<readonly [string, Json]> = []
    for (const name of Object.keys(value)) {
      this.path.push(name)
      const given: unknown = Reflect.get(value, name)
      if (given === undefined) {
        this.path.pop()
        continue
      }
      this.#members += 1
      if (this.#members > mostMembers) return this.#fail(`must not have more than ${mostMembers} members`)
      const member = this.of(given, levels)
      if (member === undefined) return undefined
      this.path.pop()
      copy.push([name, member])
    }
    // Makes `__proto__` a member like any other.
    return Object.fromEntries(copy)
  }

  /** Everything ends with the first failure. */
  #fail(fact: string): undefined {
    this.fact = fact
  }
}

const numberOf = (value: number): Json => {
  // Adding 0 makes negative zero 0, as JSON.stringify writes it.
  if (Number.isInteger(value) && Math.abs(value) < 10 ** 15) return value + 0
  const long: unknown = LongNumber.of(String(value))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- code that only passes a payload on need not know the class
  return long === undefined ? value : (long as Json)
}

/** Without a prototype, or with the `Object.prototype` of any realm: a test or a frame may have one of its own. */
const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return (
    prototype === null ||
    prototype === Object.prototype ||
    (typeof prototype === "object" &&
      Object.getPrototypeOf(prototype) === null &&
      Object.hasOwn(prototype, "isPrototypeOf"))
  )
}

/** A class's name in a sentence. */
const kindOf = (value: object): string => {
  const { constructor }: { readonly constructor?: unknown } = value
  const name = typeof constructor === "function" ? constructor.name : ""
  return name === "" || name === "Object"
    ? "an object that inherits members"
    : `${/^[AEIOU]/u.test(name) ? "an" : "a"} ${name}`
}

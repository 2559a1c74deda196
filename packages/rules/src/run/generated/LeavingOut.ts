/** An evaluation that leaves something out of the data to store. Only filing reads `data`, so it is made when it is read. */
import type { Evaluation } from "../../Evaluation.ts"
import type { JsonObject } from "../../Json.ts"

/** Its members are those of any evaluation, in the same order. */
export class LeavingOut implements Evaluation {
  declare readonly valid: boolean
  declare readonly calculatedData: JsonObject
  declare readonly hiddenFields: Evaluation["hiddenFields"]
  declare readonly hiddenOptions?: Exclude<Evaluation["hiddenOptions"], undefined>
  declare readonly outcomes: Evaluation["outcomes"]
  declare readonly problems: Evaluation["problems"]
  declare readonly data: JsonObject
  declare readonly effects: Evaluation["effects"]
  readonly #make: () => JsonObject
  #made: JsonObject | undefined

  constructor(result: Omit<Evaluation, "data">, make: () => JsonObject) {
    this.#make = make
    this.valid = result.valid
    this.calculatedData = result.calculatedData
    this.hiddenFields = result.hiddenFields
    if (result.hiddenOptions !== undefined) this.hiddenOptions = result.hiddenOptions
    this.outcomes = result.outcomes
    this.problems = result.problems
    Object.defineProperty(this, "data", LeavingOut.#data)
    this.effects = result.effects
  }

  // One getter for all evaluations: with one each, V8 makes a hidden class for each of them.
  static readonly #data = {
    enumerable: true,
    get(this: LeavingOut): JsonObject {
      return (this.#made ??= this.#make())
    }
  }
}

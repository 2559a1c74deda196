/** A part of the engine that a page may load once it is met: what reads patterns, what checks effects, and the words of other languages. */

/** A definition has met a part that is not loaded. `checkLoading` loads it and checks again; nothing else can meet it. */
export class PartMissing extends Error {
  override readonly name = "PartMissing"
  readonly part: "patterns" | "effects" | "words"

  constructor(part: PartMissing["part"]) {
    super(`What is for ${part} is not loaded`)
    this.part = part
  }
}

/**
 * How large a pattern becomes when its repetitions are written out, counted in one pass over its source: RE2 writes them out before
 * it says how many there are. Also what making it costs, which is known then.
 */

export interface PatternSize {
  /** Instructions, about: of alternatives with a common beginning RE2 makes fewer. */
  readonly instructions: number
  /** Classes of Unicode in the source, such as `\pL`: each has hundreds of ranges. */
  readonly unicodeClasses: number
  /** Groups whose part of a text can be taken. */
  readonly groups: number
}

/** A group that is still open. */
interface Group {
  /** The alternatives before the last one. */
  before: number
  /** The last alternative, without its last piece. */
  own: number
  /** The last piece of the last alternative, which a repetition may follow. */
  last: number
  /** Whether all alternatives so far are one character: then they are one class. */
  isClass: boolean
  /** Alternatives without a piece: each is an instruction, if it is not the only one. */
  empty: number
  readonly isCapturing: boolean
}

const open = (isCapturing: boolean): Group => ({ before: 0, own: 0, last: 0, isClass: true, empty: 0, isCapturing })

const endAlternative = (group: Group): void => {
  const size = group.own + group.last
  group.isClass = group.isClass && size === 1
  group.before += size
  if (size === 0) group.empty += 1
  group.own = 0
  group.last = 0
}

/** Instructions that mark where a captured group begins and ends. */
const CAPTURE = 2

const sizeOf = (group: Group, alternatives: number): number => {
  const captures = group.isCapturing ? CAPTURE : 0
  if (group.empty === alternatives) return captures
  if (group.isClass) return 1 + captures
  return captures + group.before + (alternatives === 1 ? 0 : alternatives - 1 + group.empty)
}

/** The piece written `min` to `most` times; each that may be left out needs a split. */
const repeated = (size: number, min: number, most: number): number => {
  if (size === 0) return 0
  return most === Infinity ? Math.max(min, 1) * size + 1 : min * size + Math.max(0, most - min) * (size + 1)
}

/** Parts of a pattern, in the order in which they are tried. Text between `\Q` and `\E` stands for itself. */
const PART =
  /(?<quoted>\\Q[\s\S]*?(?:\\E|$))|(?<wide>\\[pP](?:\{[^}]*\}|[\s\S]))|(?<escape>\\(?:x\{[^}]*\}|x[0-9A-Fa-f]{2}|[\s\S]))|(?<set>\[\^?\]?(?:\[:[^\]]*:\]|\\[\s\S]|[^\]])*\])|(?<flags>\(\?[a-zA-Z-]*\))|(?<group>\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:))?)|(?<end>\))|(?<or>\|)|(?<repeat>(?:[*+?]|\{\d+(?:,\d*)?\})\??)|(?<one>[\s\S])/gsuy

const bounds = (repeat: string): readonly [min: number, most: number] => {
  const [, min, comma, most] = /^\{(\d+)(,?)(\d*)\}/.exec(repeat) ?? []
  if (min !== undefined) return [Number(min), comma === "" ? Number(min) : most === "" ? Infinity : Number(most)]
  if (repeat.startsWith("?")) return [0, 1]
  return [repeat.startsWith("*") ? 0 : 1, Infinity]
}

const WIDE = /\\[pP]/g

/** Reads any text; what is no pattern gets some size, and RE2 says later what is wrong with it. */
export const patternSize = (source: string): PatternSize => {
  const groups: Array<{ group: Group; alternatives: number }> = [{ group: open(false), alternatives: 1 }]
  let unicodeClasses = 0
  let captures = 0
  const top = () => groups.at(-1) ?? { group: open(false), alternatives: 1 }
  const piece = (size: number): void => {
    const { group } = top()
    group.own += group.last
    group.last = size
  }
  const close = (): void => {
    const { alternatives, group } = top()
    endAlternative(group)
    groups.pop()
    piece(sizeOf(group, alternatives))
  }
  for (const { groups: part = {} } of source.matchAll(PART)) {
    if (part["quoted"] !== undefined) for (const _ of part["quoted"].replace(/^\\Q|\\E$/g, "")) piece(1)
    else if (part["group"] !== undefined) {
      const isCapturing = !part["group"].endsWith(":")
      if (isCapturing) captures += 1
      groups.push({ group: open(isCapturing), alternatives: 1 })
    } else if (part["end"] !== undefined) {
      if (groups.length > 1) close()
    } else if (part["or"] !== undefined) {
      const here = top()
      endAlternative(here.group)
      here.alternatives += 1
    } else if (part["repeat"] !== undefined) {
      const { group } = top()
      group.last = repeated(group.last, ...bounds(part["repeat"]))
    } else if (part["flags"] === undefined) {
      unicodeClasses += part["wide"] === undefined ? (part["set"]?.match(WIDE)?.length ?? 0) : 1
      piece(1)
    }
  }
  while (groups.length > 1) close()
  const { alternatives, group } = top()
  endAlternative(group)
  return { instructions: sizeOf(group, alternatives), unicodeClasses, groups: captures }
}

/** Steps, of a tenth of a microsecond, that reading an instruction and looking at it for the table take; measured, and rounded up. */
const STEPS_AN_INSTRUCTION = 50
/** Steps of reading one class of Unicode. */
const STEPS_A_UNICODE_CLASS = 500

/** Steps that making a pattern takes, known before it is made. */
export const makingSteps = ({ instructions, unicodeClasses }: PatternSize): number =>
  STEPS_AN_INSTRUCTION * instructions + STEPS_A_UNICODE_CLASS * unicodeClasses

/**
 * A job on its way to a thread: as text, which is read faster than a structured clone, with the long numbers that JSON would round. What may be megabytes,
 * the texts of tables, goes beside it.
 */
import type { Job, Kind } from "@formwork/domain/forms/Analysis"
import type { Limits } from "@formwork/rules/Limits"
import { Lru } from "@formwork/domain/limits/Lru"
import type { TableText } from "@formwork/domain/tables/TableText"
import { LongNumber } from "@formwork/rules/LongNumber"
import { JsonPointer } from "effect"
import { encodingOf, share, type SharedText, textOf } from "./SharedText.ts"

export interface Message {
  readonly kind: Kind
  /** Beside the text, because a limit may be infinite. */
  readonly limits: Limits
  readonly text: string
  /** JSON of a list: the pointer of a long number, how it was written, the pointer of the next one, and so on. There may be thousands. */
  readonly long: string
  readonly texts: ReadonlyArray<SharedText>
}

const isObject = (value: unknown): value is { [name: string]: unknown } => typeof value === "object" && value !== null

const longNumbersIn = (job: object): ReadonlyArray<string> => {
  const found: Array<string> = []
  const look = (value: unknown, within: string, name: string): void => {
    if (!isObject(value)) return
    const pointer = `${within}/${JsonPointer.escapeToken(name)}`
    if (value instanceof LongNumber) found.push(pointer, value.literal)
    else lookInto(value, pointer)
  }
  const lookInto = (value: { readonly [name: string]: unknown }, at: string): void => {
    if (Array.isArray(value)) value.forEach((element, index) => look(element, at, String(index)))
    else for (const name of Object.keys(value)) look(value[name], at, name)
  }
  lookInto({ ...job }, "")
  return found
}

/** Bytes of tables' texts that a process keeps for the next jobs. */
const keptBytes = 32 * 1024 * 1024

const shared = new Lru<string, SharedText["bytes"]>(keptBytes, ({ byteLength }) => byteLength)

/** The text of a version of a table, which never changes. */
function* shareTable(pointer: string, { id, text }: TableText): ReturnType<Maker> {
  const kept = shared.find(id)
  if (kept !== undefined) return { pointer, bytes: kept, encoding: "utf8" }
  // What was published could be stored, so it is well formed.
  const made = yield* share(pointer, text, "utf8")
  shared.put(id, made.bytes)
  return made
}

/** The members of jobs that are texts of tables. */
const textMembers = ["before", "beforeText", "afterText"]

type Ask = Omit<Job, "kind" | "limits">

type Maker = () => Generator<undefined, SharedText, undefined>

/** The job with empty texts, and what makes each of them. */
const lifted = (ask: Ask): readonly [object, ReadonlyArray<Maker>] => {
  const { tables, ...members } = ask
  const rest: { [name: string]: unknown } = members
  const makers: Array<Maker> = []
  const lift = (within: { [name: string]: unknown }, name: string, at: string): void => {
    const text = within[name]
    if (typeof text !== "string") return
    within[name] = ""
    makers.push(function* () {
      const encoding = encodingOf(text)
      yield
      return yield* share(`${at}/${name}`, text, encoding)
    })
  }
  for (const name of textMembers) lift(rest, name, "")
  if (isObject(rest["file"])) {
    const file = { ...rest["file"] }
    lift(file, "text", "/file")
    rest["file"] = file
  }
  if (tables === undefined) return [rest, makers]
  const texts = tables.texts.map((table, index) => {
    makers.push(() => shareTable(`/tables/texts/${index}/text`, table))
    return { ...table, text: "" }
  })
  return [{ ...rest, tables: { ...tables, texts } }, makers]
}

/** In slices: it pauses in and after each text. */
export function* writeInSlices({ kind, limits, ...ask }: Job): Generator<undefined, Message, undefined> {
  const [bare, makers] = lifted(ask)
  const texts: Array<SharedText> = []
  for (const make of makers) {
    texts.push(yield* make())
    yield
  }
  return { kind, limits, text: JSON.stringify(bare), long: JSON.stringify(longNumbersIn(bare)), texts }
}

const tokensOf = (pointer: string): ReadonlyArray<string> => pointer.slice(1).split("/").map(JsonPointer.unescapeToken)

/** A text is made when it is asked for: a thread may have the table of it ready. */
const putText = (within: unknown, [name = "", ...below]: ReadonlyArray<string>, text: SharedText): void => {
  if (!isObject(within)) return
  if (below.length > 0) return putText(within[name], below, text)
  Object.defineProperty(within, name, { get: () => textOf(text), enumerable: true, configurable: true })
}

const putBack = (within: unknown, [name = "", ...below]: ReadonlyArray<string>, number: LongNumber): void => {
  if (!isObject(within)) return
  if (below.length === 0) within[name] = number
  else putBack(within[name], below, number)
}

export const read = ({ kind, limits, long, text, texts }: Message): Job => {
  const ask: object = JSON.parse(text)
  const numbers: ReadonlyArray<string> = JSON.parse(long)
  for (let at = 0; at < numbers.length; at += 2) {
    const [pointer = "", literal = ""] = numbers.slice(at, at + 2)
    const number = LongNumber.of(literal)
    if (number !== undefined) putBack(ask, tokensOf(pointer), number)
  }
  for (const shared of texts) putText(ask, tokensOf(shared.pointer), shared)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `writeInSlices` wrote it from a job of this kind
  return { kind, limits, ...ask } as Job
}
